/** What a model says of itself, and whether a corpus is fit to learn from. */
package org.gpchain.internal.evaluation.inspection;
