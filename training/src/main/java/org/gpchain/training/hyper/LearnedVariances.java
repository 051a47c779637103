package org.gpchain.training.hyper;

import java.util.Arrays;

/**
 * What kernel learning found.
 *
 * @param groups prior variance of the weights of each feature group, {@code [G]}
 * @param pairwise prior variance of the transition scores
 * @param validationLoss mean −log p of the held-out tokens, one by one or as whole sentences,
 *     whichever was learned by, in nats a token
 */
public record LearnedVariances(double[] groups, double pairwise, double validationLoss) {
  static LearnedVariances of(double[] logVariances, double validationLoss) {
    int last = logVariances.length - 1;
    return new LearnedVariances(
        Arrays.stream(logVariances, 0, last).map(Math::exp).toArray(),
        Math.exp(logVariances[last]),
        validationLoss);
  }
}
