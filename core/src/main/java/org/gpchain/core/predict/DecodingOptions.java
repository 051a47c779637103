package org.gpchain.core.predict;

import org.gpchain.core.math.Checks;

/**
 * How a tagger predicts.
 *
 * @param decoding how labels are chosen
 * @param samples posterior samples to average over; 0 for the plug-in mean, which is fast
 * @param residual whether samples contain the variance that the inducing points leave open;
 *     predictions for text like the training corpus are then under-confident
 * @param seed of the samples; the same sentence gets the same samples wherever it stands
 * @param nBest from how many of the best label sequences the alternatives of a segment are taken,
 *     at least 1, best in the sense of {@code decoding} (for segments: the most probable
 *     sequences); with 1 there are none, and they cost nothing
 * @param beta weight of recall in decoding segments for F_β: above 1 more are decoded, below 1
 *     fewer; other decodings ignore it
 */
public record DecodingOptions(
    Decoding decoding, int samples, boolean residual, long seed, int nBest, double beta) {
  /**
   * How labels are chosen from the posterior; all return sequences legal in the tag scheme only.
   */
  public enum Decoding {
    /**
     * The segments with the largest expected F_β, each by its own probability; where labels are not
     * those of segments, or there is no label O, as {@link #VITERBI}.
     */
    SEGMENTS,
    /** The legal sequence with the largest sum of marginals: the fewest expected token errors. */
    MARGINAL,
    /** The most probable legal sequence under the posterior mean. */
    VITERBI
  }

  /** Plug-in mean, decoding for F1. */
  public static final DecodingOptions DEFAULT = new DecodingOptions(Decoding.SEGMENTS, 0, false, 1);

  /** Checks the numbers. */
  public DecodingOptions {
    Checks.atLeast("samples", samples, 0);
    Checks.atLeast("nBest", nBest, 1);
    Checks.positive("beta", beta);
  }

  /** Without alternatives, for F1. */
  public DecodingOptions(Decoding decoding, int samples, boolean residual, long seed) {
    this(decoding, samples, residual, seed, 1, 1);
  }

  /** These options with another weight of recall. */
  public DecodingOptions withBeta(double weight) {
    return new DecodingOptions(decoding, samples, residual, seed, nBest, weight);
  }
}
