package org.gpchain.core.decode;

import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.promise.Promise;

/**
 * The criteria by which segments and their alternatives are chosen from candidates.
 *
 * @param leastCandidate minimum probability of a candidate
 * @param gain maps the probability of a segment to its gain; the segments without overlaps that
 *     have the largest sum of gains are chosen
 * @param least minimum probability of a chosen segment; less probable ones are removed afterwards
 * @param leastAlternative minimum probability of an alternative; above 1 for no alternatives
 * @param mostAlternatives maximum number of alternatives of a segment
 */
public record SegmentChoice(
    double leastCandidate,
    DoubleUnaryOperator gain,
    double least,
    double leastAlternative,
    int mostAlternatives) {
  /** Minimum probability that no alternative reaches. */
  private static final double NEVER = Double.POSITIVE_INFINITY;

  /** Minimum probability of an alternative. */
  private static final double LEAST_ALTERNATIVE = 1e-3;

  /**
   * Returns the criteria that follow from decoding options.
   *
   * @param calibration calibration of the model, with its decoding threshold
   * @throws IllegalArgumentException if the model does not support the options
   */
  public static SegmentChoice of(Calibration calibration, DecodingOptions options) {
    boolean decodesSegments = options.decoding() == DecodingOptions.Decoding.SEGMENTS;
    double threshold = calibration.threshold();
    if (decodesSegments) {
      threshold = calibration.threshold(options.beta());
    }

    double least = 0;
    Optional<Promise> promise = options.promised();
    if (promise.isPresent()) {
      least = calibration.threshold(promise.get(), options.beta());
      if (promise.get().kind() == Promise.Kind.MIN_RECALL) {
        return ofAllCandidates(Math.min(least, threshold));
      }
    }

    DoubleUnaryOperator gain = gainAbove(threshold);
    if (options.nBest() == 1) {
      return new SegmentChoice(threshold, gain, least, NEVER, 0);
    }
    double leastCandidate = Math.min(LEAST_ALTERNATIVE, threshold);
    if (decodesSegments) {
      return new SegmentChoice(leastCandidate, gain, least, LEAST_ALTERNATIVE, options.nBest() - 1);
    }
    return new SegmentChoice(leastCandidate, gain, least, 0, Integer.MAX_VALUE);
  }

  private static DoubleUnaryOperator gainAbove(double threshold) {
    return p -> p - threshold;
  }

  /**
   * Returns criteria for a promised minimum recall. Every candidate has a positive gain, so that it
   * is chosen or is an alternative of a chosen segment.
   *
   * @param least minimum probability of a candidate, at most the threshold without a promise
   */
  private static SegmentChoice ofAllCandidates(double least) {
    return new SegmentChoice(least, p -> p >= least ? p : 0, 0, least, Integer.MAX_VALUE);
  }
}
