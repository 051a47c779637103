package org.gpchain.core.predict;

import org.gpchain.core.math.Checks;

/**
 * The probability down to which segments are decoded and, in models of format version 3 and 4, the
 * correction of their probabilities that was learned on held-out sentences (Platt 1999): {@code
 * logit p' = intercept + slope · logit p}. It is increasing: the order of segments stays the same.
 * But corrected segments may contradict the marginals of their tokens, which is why later models
 * scale their scores instead, see {@link LatticeScaling}.
 *
 * @param intercept above 0 if the model is under-confident
 * @param slope below 1 if the model is over-confident
 * @param threshold the calibrated probability above which a segment is decoded; half of the
 *     expected F1 is the best for F1, and values near it are hardly worse
 */
public record SegmentCalibration(double intercept, double slope, double threshold) {
  /** Leaves probabilities unchanged. */
  public static final SegmentCalibration NONE = new SegmentCalibration(0, 1, 0.3);

  /** Probabilities are kept this far from 0 and 1: closer to them, rounding errors dominate. */
  private static final double SMALLEST = 1e-9;

  public SegmentCalibration {
    Checks.finite("intercept", intercept);
    Checks.positive("slope", slope);
    if (!(threshold > 0 && threshold < 1)) {
      throw new IllegalArgumentException("threshold must be between 0 and 1, was " + threshold);
    }
  }

  /** The log odds of a probability that is kept away from 0 and 1. */
  public static double logit(double probability) {
    double p = Math.max(SMALLEST, Math.min(1 - SMALLEST, probability));
    return Math.log(p) - Math.log1p(-p);
  }

  public SegmentCalibration withThreshold(double value) {
    return new SegmentCalibration(intercept, slope, value);
  }

  /** The same threshold, without calibration. */
  SegmentCalibration withoutScaling() {
    return new SegmentCalibration(0, 1, threshold);
  }

  /** The uncalibrated probability that corresponds to the threshold. */
  double leastCandidate() {
    return 1 / (1 + Math.exp(-(logit(threshold) - intercept) / slope));
  }

  /** The calibrated probability of a segment, from that of the model in [0, 1]. */
  public double of(double probability) {
    return isIdentity() ? probability : 1 / (1 + Math.exp(-intercept - slope * logit(probability)));
  }

  private boolean isIdentity() {
    return intercept == 0 && slope == 1;
  }

  /**
   * The probability of a segment that a decoded one excludes: what the decoded one gains, its
   * rivals lose in proportion.
   *
   * @param rival probability of the model for the rival
   * @param decoded probability of the model for the decoded segment, at most 1 − rival
   */
  double ofRival(double rival, double decoded) {
    return decoded == 1 || isIdentity()
        ? rival
        : Math.min(1, rival * (1 - of(decoded)) / (1 - decoded));
  }
}
