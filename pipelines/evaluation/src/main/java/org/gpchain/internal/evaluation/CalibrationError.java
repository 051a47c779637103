package org.gpchain.internal.evaluation;

/**
 * Expected calibration error (Naeini et al. 2015; Guo et al. 2017, eq. 3): predictions are put in
 * bins by their confidence; the error is the mean over predictions of how far the accuracy of their
 * bin is from its mean confidence. Bin b of B holds the confidences in (b/B, (b+1)/B]; 0 is in the
 * first.
 *
 * <p>Even a model whose probabilities are exactly right has an error, by chance, and the larger the
 * fewer predictions there are.
 */
public final class CalibrationError {
  /** Number of bins B. */
  public static final int BINS = 15;

  /** As {@link #sums} gives them. */
  private final double[] sums = new double[BINS + 1];

  private final double[] variance = new double[BINS];

  /**
   * @param probability of the predicted label; a rounding error above 1 counts as 1
   */
  public void add(double probability, boolean isRight) {
    int bin = bin(probability);
    double p = Math.min(1, probability);
    sums[bin] += isRight ? 1 - p : -p;
    sums[BINS]++;
    variance[bin] += p * (1 - p);
  }

  /** The bin of a confidence, from 0. */
  public static int bin(double probability) {
    return Math.min(BINS - 1, Math.max(0, (int) Math.ceil(probability * BINS) - 1));
  }

  /** The error, in [0, 1]; 0 if there was no prediction. */
  public double error() {
    return error(sums);
  }

  /**
   * The numbers that the error follows from. Those of a text are the sums of those of its parts.
   *
   * @return for each bin the number of right predictions less the sum of their confidences, then
   *     the number of predictions, {@code [B+1]}; a new array
   */
  public double[] sums() {
    return sums.clone();
  }

  /**
   * The error that follows from {@link #sums}.
   *
   * @param sums {@code [B+1]}; not modified
   */
  public static double error(double[] sums) {
    double error = 0;
    for (int bin = 0; bin < BINS; bin++) {
      error += Math.abs(sums[bin]);
    }
    return sums[BINS] == 0 ? 0 : error / sums[BINS];
  }

  /**
   * The error that is to be expected by chance if the probabilities are exactly right. The number
   * of right predictions in a bin then has the mean {@code Σ p} and the variance {@code Σ p(1−p)};
   * taken as normal, it is {@code √(2/π Σ p(1−p))} away from its mean on average.
   *
   * @return in [0, 1]; 0 if there was no prediction
   */
  public double errorByChance() {
    double sum = 0;
    for (int bin = 0; bin < BINS; bin++) {
      sum += Math.sqrt(2 / Math.PI * variance[bin]);
    }
    return sums[BINS] == 0 ? 0 : sum / sums[BINS];
  }
}
