package org.gpchain.core.predict;

import org.gpchain.core.math.Checks;

/**
 * How a tagger predicts.
 *
 * @param decoding how labels are chosen
 * @param samples posterior samples to average over; 0 for the plug-in mean, which is fast
 * @param residual whether samples contain the variance that the inducing points leave open; it
 *     marks unfamiliar input, and makes familiar input under-confident
 * @param seed of the samples; the same sentence gets the same samples wherever it stands
 */
public record DecodingOptions(Decoding decoding, int samples, boolean residual, long seed) {
  /**
   * How labels are chosen from the posterior; both return sequences legal in the tag scheme only.
   */
  public enum Decoding {
    /** The legal sequence with the largest sum of marginals: the fewest expected token errors. */
    MARGINAL,
    /** The most probable legal sequence under the posterior mean. */
    VITERBI
  }

  /** Plug-in mean, Viterbi decoding: in cross-validation the better one on segments. */
  public static final DecodingOptions DEFAULT = new DecodingOptions(Decoding.VITERBI, 0, false, 1);

  /** Checks the number of samples. */
  public DecodingOptions {
    Checks.atLeast("samples", samples, 0);
  }
}
