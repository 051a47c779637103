/** Evaluation of a model's predictions and probabilities on annotated sentences. */
package org.gpchain.internal.evaluation;
