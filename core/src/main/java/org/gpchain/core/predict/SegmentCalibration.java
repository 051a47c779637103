package org.gpchain.core.predict;

import org.gpchain.core.math.Checks;

/**
 * Makes the probabilities of segments honest. A model that was learned from few segments, or whose
 * variances were learned for tokens, may be too sure or too timid of segments; how much is learned
 * on sentences that it has not seen (Platt 1999): {@code logit p' = intercept + slope · logit p}.
 *
 * <p>The map is increasing: the order of segments stays the same.
 *
 * @param intercept above 0 if the model is too timid
 * @param slope below 1 if the model is too sure of what it says
 * @param threshold the honest probability from which a segment is worth being decoded; half of the
 *     F1 that is to be expected is the best for F1, and what is near to it hardly worse
 */
public record SegmentCalibration(double intercept, double slope, double threshold) {
  /** Leaves probabilities as they are. */
  public static final SegmentCalibration NONE = new SegmentCalibration(0, 1, 0.3);

  /**
   * How near to 0 and 1 a probability is taken to be at most: beyond that, rounding errors say more
   * than the model does.
   */
  private static final double SMALLEST = 1e-9;

  /** Checks the numbers. */
  public SegmentCalibration {
    Checks.finite("intercept", intercept);
    Checks.positive("slope", slope);
    if (!(threshold > 0 && threshold < 1)) {
      throw new IllegalArgumentException("threshold must be between 0 and 1, was " + threshold);
    }
  }

  /**
   * The log odds that a probability has at most in the eyes of a calibration.
   *
   * @param probability in [0, 1]
   */
  public static double logit(double probability) {
    double p = Math.max(SMALLEST, Math.min(1 - SMALLEST, probability));
    return Math.log(p) - Math.log1p(-p);
  }

  /** The same with another threshold. */
  public SegmentCalibration withThreshold(double value) {
    return new SegmentCalibration(intercept, slope, value);
  }

  /** The same threshold for probabilities that are left as they are. */
  SegmentCalibration withoutScaling() {
    return new SegmentCalibration(0, 1, threshold);
  }

  /** The probability of the model from which an honest one passes the threshold. */
  double leastCandidate() {
    return 1 / (1 + Math.exp(-(logit(threshold) - intercept) / slope));
  }

  /**
   * The honest probability of a decoded segment.
   *
   * @param probability of the model, in [0, 1]
   */
  public double of(double probability) {
    boolean asItIs = intercept == 0 && slope == 1;
    return asItIs ? probability : 1 / (1 + Math.exp(-intercept - slope * logit(probability)));
  }

  /**
   * The probability of a segment that a decoded one excludes: what the decoded one gains, its
   * rivals lose in proportion.
   *
   * @param rival probability of the model for the rival
   * @param decoded probability of the model for the decoded segment, at most 1 − rival
   */
  double ofRival(double rival, double decoded) {
    return decoded < 1 ? rival * (1 - of(decoded)) / (1 - decoded) : rival;
  }
}
