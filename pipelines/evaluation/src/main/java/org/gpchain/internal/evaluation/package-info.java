/** How good a model's predictions and its probabilities are on annotated sentences. */
package org.gpchain.internal.evaluation;
