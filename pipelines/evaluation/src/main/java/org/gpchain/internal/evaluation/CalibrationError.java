package org.gpchain.internal.evaluation;

/**
 * Accumulator of the expected calibration error (Naeini et al. 2015; Guo et al. 2017, eq. 3).
 * Predictions are put in bins by their confidence. The error is the mean, over all predictions, of
 * the absolute difference between the accuracy and the mean confidence of the prediction's bin. Bin
 * b of B holds the confidences in (b/B, (b+1)/B]; confidence 0 is in the first bin.
 *
 * <p>Even a perfectly calibrated model has a nonzero error by chance. This error grows as the
 * number of predictions shrinks.
 */
public final class CalibrationError {
  /** Number of bins B. */
  public static final int BINS = 15;

  /** Sums in the layout that {@link #sums} describes, {@code [B+1]}. */
  private final double[] sums = new double[BINS + 1];

  /** Σ p(1−p) over the predictions of each bin, {@code [B]}. */
  private final double[] variance = new double[BINS];

  /**
   * Adds a prediction.
   *
   * @param probability probability of the predicted label; a rounding error above 1 counts as 1
   * @param isRight whether the predicted label is correct
   */
  public void add(double probability, boolean isRight) {
    int bin = bin(probability);
    double p = Math.min(1, probability);
    if (isRight) {
      sums[bin] += 1 - p;
    } else {
      sums[bin] -= p;
    }
    sums[BINS]++;
    variance[bin] += p * (1 - p);
  }

  /** Returns the number of the bin of a confidence, from 0. */
  public static int bin(double probability) {
    int bin = (int) Math.ceil(probability * BINS) - 1;
    return Math.min(BINS - 1, Math.max(0, bin));
  }

  /** Returns the calibration error, in [0, 1]; 0 without predictions. */
  public double error() {
    return error(sums);
  }

  /**
   * Returns the sufficient statistics of the error. The statistics of a text are the sums of the
   * statistics of its parts.
   *
   * @return for each bin, the number of correct predictions minus the sum of the confidences; then
   *     the number of predictions, {@code [B+1]}; a new array
   */
  public double[] sums() {
    return sums.clone();
  }

  /**
   * Returns the calibration error, computed from sufficient statistics.
   *
   * @param sums statistics as {@link #sums} returns them, {@code [B+1]}; not modified
   * @return in [0, 1]; 0 without predictions
   */
  public static double error(double[] sums) {
    double error = 0;
    for (int bin = 0; bin < BINS; bin++) {
      error += Math.abs(sums[bin]);
    }
    return meanOver(sums[BINS], error);
  }

  /**
   * Returns the error that a perfectly calibrated model has on average, by chance alone. The number
   * of correct predictions in a bin then has mean {@code Σ p} and variance {@code Σ p(1−p)}. Under
   * a normal approximation, its mean absolute deviation is {@code √(2/π Σ p(1−p))}.
   *
   * @return in [0, 1]; 0 without predictions
   */
  public double errorByChance() {
    double sum = 0;
    for (int bin = 0; bin < BINS; bin++) {
      sum += Math.sqrt(2 / Math.PI * variance[bin]);
    }
    return meanOver(sums[BINS], sum);
  }

  private static double meanOver(double count, double sum) {
    return count == 0 ? 0 : sum / count;
  }
}
