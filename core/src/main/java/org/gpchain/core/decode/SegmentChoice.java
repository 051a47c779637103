package org.gpchain.core.decode;

import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.promise.Promise;

/**
 * Chooses the candidates that become segments, by their probabilities.
 *
 * @param leastCandidate probability of a segment that is worth a look
 * @param gain of a segment; those with the largest sum are chosen
 * @param least probability of a chosen segment that is written
 * @param leastAlternative probability of an alternative; above 1 for none
 * @param mostAlternatives of a segment, at most
 */
public record SegmentChoice(
    double leastCandidate,
    DoubleUnaryOperator gain,
    double least,
    double leastAlternative,
    int mostAlternatives) {
  private static final double NEVER = Double.POSITIVE_INFINITY;

  /** Probability of a segment that is worth a look as an alternative. */
  private static final double LEAST_RIVAL = 1e-3;

  /**
   * The choice that options ask for.
   *
   * @throws IllegalArgumentException if the model cannot serve them
   */
  public static SegmentChoice of(Calibration calibration, DecodingOptions options) {
    boolean decoded = options.decoding() == DecodingOptions.Decoding.SEGMENTS;
    double threshold = decoded ? calibration.threshold(options.beta()) : calibration.threshold();
    Optional<Promise> promise = options.promised();
    double least = promise.map(p -> calibration.threshold(p, options.beta())).orElse(0.0);
    if (promise.isPresent() && promise.get().kind() == Promise.Kind.MIN_RECALL) {
      // Not fewer than without the promise; and every candidate gains, so that each one is chosen,
      // or overlaps a chosen one.
      double all = Math.min(least, threshold);
      return new SegmentChoice(all, p -> p >= all ? p : 0, 0, all, Integer.MAX_VALUE);
    }
    if (options.nBest() == 1) {
      return new SegmentChoice(threshold, p -> p - threshold, least, NEVER, 0);
    }
    return new SegmentChoice(
        Math.min(LEAST_RIVAL, threshold),
        p -> p - threshold,
        least,
        decoded ? LEAST_RIVAL : 0,
        decoded ? options.nBest() - 1 : Integer.MAX_VALUE);
  }
}
