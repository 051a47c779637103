package org.gpchain.internal.evaluation;

import java.util.function.IntToDoubleFunction;

/**
 * Scores the probabilities that a model gives the labels of tokens. Of equally likely labels the
 * first one counts as the likeliest.
 */
public final class TokenScores {
  private final CalibrationError calibration = new CalibrationError();
  private long tokens;
  private long errors;
  private double negativeLogProbability;

  /**
   * @param probability of each label, from 0
   * @param gold the right one, in [0, V)
   */
  public void add(IntToDoubleFunction probability, int labelCount, int gold) {
    int best = likeliest(probability, labelCount);
    tokens++;
    errors += best == gold ? 0 : 1;
    calibration.add(probability.applyAsDouble(best), best == gold);
    // A probability that underflows to 0 is still a finite surprise.
    negativeLogProbability -=
        Math.log(Math.max(probability.applyAsDouble(gold), Double.MIN_NORMAL));
  }

  /**
   * @param probability of each label, from 0
   * @return in [0, V)
   */
  public static int likeliest(IntToDoubleFunction probability, int labelCount) {
    int best = 0;
    for (int v = 1; v < labelCount; v++) {
      best = probability.applyAsDouble(v) > probability.applyAsDouble(best) ? v : best;
    }
    return best;
  }

  /** Share of tokens whose likeliest label is wrong, in [0, 1]; NaN if there was no token. */
  public double error() {
    return (double) errors / tokens;
  }

  /** Mean −log probability of the gold label, in nats; NaN if there was no token. */
  public double nll() {
    return negativeLogProbability / tokens;
  }

  /** Number of tokens, and the sum of −log probability of their gold labels, in nats. */
  public double[] lossAndTokens() {
    return new double[] {negativeLogProbability, tokens};
  }

  /** Calibration of the likeliest labels. */
  public CalibrationError calibration() {
    return calibration;
  }

  /** Expected calibration error of the likeliest label, in [0, 1]; NaN if there was no token. */
  public double ece() {
    return tokens == 0 ? Double.NaN : calibration.error();
  }
}
