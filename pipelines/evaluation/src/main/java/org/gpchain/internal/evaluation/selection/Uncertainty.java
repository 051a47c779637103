package org.gpchain.internal.evaluation.selection;

import org.gpchain.internal.core.math.Checks;

/**
 * What a model does not know of some tokens: of a sentence, or of all sentences of a document,
 * whose uncertainties add up.
 *
 * @param entropy sum of the entropies of their labels, in nats
 * @param mutualInformation sum of the mutual informations of their labels and the model, in nats
 * @param logProbability logarithm of the probability that the best labels are right
 * @param found expected number of right ones among the predicted segments
 * @param wrong expected number of wrong ones among them
 * @param missed expected number of segments that are there and not predicted
 */
public record Uncertainty(
    int tokens,
    double entropy,
    double mutualInformation,
    double logProbability,
    double found,
    double wrong,
    double missed) {
  /** Of no tokens there is no uncertainty. */
  public static final Uncertainty NONE = new Uncertainty(0, 0, 0, 0, 0, 0, 0);

  public Uncertainty {
    Checks.atLeast("tokens", tokens, 0);
  }

  /** The uncertainty about these tokens and others. */
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

  /**
   * The F1 of all that is predicted, expected over it; 1 where nothing is, and nothing is there.
   */
  public double expectedF1() {
    double segments = 2 * found + wrong + missed;
    return segments > 0 ? 2 * found / segments : 1;
  }
}
