/** What a model says of itself. */
package org.gpchain.evaluation.inspection;
