package org.gpchain.internal.evaluation;

import java.util.function.IntToDoubleFunction;

/**
 * Accumulator of scores for the label probabilities of tokens. If several labels are equally
 * likely, the first of them is the likeliest label.
 */
public final class TokenScores {
  private final CalibrationError calibration = new CalibrationError();
  private long tokens;
  private long errors;
  private double negativeLogProbability;

  /**
   * Adds a token.
   *
   * @param probability returns the probability of a label, given its number from 0
   * @param labelCount number of labels V
   * @param gold number of the gold label, in [0, V)
   */
  public void add(IntToDoubleFunction probability, int labelCount, int gold) {
    int best = likeliest(probability, labelCount);
    boolean isRight = best == gold;
    tokens++;
    if (!isRight) {
      errors++;
    }
    calibration.add(probability.applyAsDouble(best), isRight);

    // A probability that underflows to 0 must have a finite loss.
    double goldProbability = Math.max(probability.applyAsDouble(gold), Double.MIN_NORMAL);
    negativeLogProbability -= Math.log(goldProbability);
  }

  /**
   * Returns the number of the likeliest label of a token.
   *
   * @param probability returns the probability of a label, given its number from 0
   * @param labelCount number of labels V
   * @return in [0, V)
   */
  public static int likeliest(IntToDoubleFunction probability, int labelCount) {
    int best = 0;
    for (int v = 1; v < labelCount; v++) {
      if (probability.applyAsDouble(v) > probability.applyAsDouble(best)) {
        best = v;
      }
    }
    return best;
  }

  /** Returns the share of tokens whose likeliest label is wrong, in [0, 1]; NaN without tokens. */
  public double error() {
    return (double) errors / tokens;
  }

  /** Returns the mean −log probability of the gold label (nats); NaN without tokens. */
  public double nll() {
    return negativeLogProbability / tokens;
  }

  /** Returns the sum of −log probability of the gold labels (nats), then the number of tokens. */
  public double[] lossAndTokens() {
    return new double[] {negativeLogProbability, tokens};
  }

  /** Returns the calibration of the likeliest labels; not a copy. */
  public CalibrationError calibration() {
    return calibration;
  }

  /** Returns the expected calibration error of the likeliest label, in [0, 1]; NaN if no token. */
  public double ece() {
    if (tokens == 0) {
      return Double.NaN;
    }
    return calibration.error();
  }
}
