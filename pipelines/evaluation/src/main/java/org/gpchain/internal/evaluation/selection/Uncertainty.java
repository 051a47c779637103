package org.gpchain.internal.evaluation.selection;

import org.gpchain.internal.core.math.Checks;

/**
 * A model's uncertainty about a text. The uncertainty about a document is the sum of the
 * uncertainties about its sentences.
 *
 * @param tokens number of tokens
 * @param entropy sum of the entropies of the tokens' labels (nats)
 * @param mutualInformation sum of the mutual informations of the tokens' labels and the model
 *     (nats)
 * @param logProbability logarithm of the probability that all predicted labels are correct
 * @param found expected number of predicted segments that are correct
 * @param wrong expected number of predicted segments that are wrong
 * @param missed expected number of segments that were not predicted
 */
public record Uncertainty(
    int tokens,
    double entropy,
    double mutualInformation,
    double logProbability,
    double found,
    double wrong,
    double missed) {
  /** The uncertainty about an empty text. */
  public static final Uncertainty NONE = new Uncertainty(0, 0, 0, 0, 0, 0, 0);

  /** Checks the number of tokens. */
  public Uncertainty {
    Checks.atLeast("tokens", tokens, 0);
  }

  /** Returns the sum of two uncertainties. */
  public Uncertainty plus(Uncertainty other) {
    return new Uncertainty(
        tokens + other.tokens,
        entropy + other.entropy,
        mutualInformation + other.mutualInformation,
        logProbability + other.logProbability,
        found + other.found,
        wrong + other.wrong,
        missed + other.missed);
  }

  /** Returns the expected F1 of the predicted segments; 1 if no segments are expected. */
  public double expectedF1() {
    double segments = 2 * found + wrong + missed;
    return segments > 0 ? 2 * found / segments : 1;
  }
}
