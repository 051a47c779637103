/** How much better one labeller is than another on the same text, and how far that is chance. */
package org.gpchain.internal.evaluation.comparison;
