package org.gpchain.core.predict;

import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * Chooses the candidates that become segments, by their calibrated probabilities.
 *
 * @param leastCandidate the model's probability of a segment that is worth a look
 * @param gain of a segment; those with the largest sum are chosen
 * @param least probability of a chosen segment that is written
 * @param leastAlternative probability of an alternative; above 1 for none
 */
record SegmentChoice(
    SegmentCalibration calibration,
    double leastCandidate,
    DoubleUnaryOperator gain,
    double least,
    double leastAlternative) {
  private static final double NEVER = Double.POSITIVE_INFINITY;

  /**
   * The choice that options ask for.
   *
   * @throws IllegalArgumentException if the model cannot serve them
   */
  static SegmentChoice of(Calibration calibration, DecodingOptions options) {
    boolean decoded = options.decoding() == DecodingOptions.Decoding.SEGMENTS;
    SegmentCalibration segments =
        decoded ? calibration.segments(options.beta()) : calibration.segments();
    Optional<Promise> promise = options.promised();
    double least = promise.map(p -> calibration.threshold(p, options.beta())).orElse(0.0);
    if (promise.isPresent() && promise.get().kind() == Promise.Kind.MIN_RECALL) {
      // Not fewer than without the promise; and every candidate gains, so that each one is chosen,
      // or overlaps a chosen one.
      double all = Math.min(least, segments.threshold());
      return new SegmentChoice(segments, all, p -> p >= all ? p : 0, 0, all);
    }
    double threshold = segments.threshold();
    return new SegmentChoice(
        segments,
        segments.leastCandidate(),
        p -> p - threshold,
        least,
        options.nBest() > 1 ? 0 : NEVER);
  }
}
