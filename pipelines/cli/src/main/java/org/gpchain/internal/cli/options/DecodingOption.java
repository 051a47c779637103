package org.gpchain.internal.cli.options;

import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import picocli.CommandLine.Option;

/** Options that say how labels are chosen. */
public final class DecodingOption extends SegmentOptions {
  @Option(
      names = "--decoding",
      paramLabel = "HOW",
      defaultValue = "segments",
      description = {
        "How labels are chosen from their probabilities.",
        "segments: the segments that maximize the expected F1 (or F_beta, see --beta).",
        "marginal: the legal label sequence with the largest sum of marginal probabilities.",
        "viterbi: the most probable legal label sequence.",
        "Default: ${DEFAULT-VALUE}."
      })
  private Decoding decoding;

  /** Returns the decoding options without sampling. */
  public DecodingOptions options() {
    return options(0, false);
  }

  /**
   * Returns the decoding options.
   *
   * @param samples number of posterior samples to average over; 0 for the posterior mean
   * @param residual whether samples include the variance that inducing points leave unexplained
   */
  public DecodingOptions options(int samples, boolean residual) {
    return applyTo(
        new DecodingOptions(decoding, samples, residual, DecodingOptions.DEFAULT.seed()));
  }
}
