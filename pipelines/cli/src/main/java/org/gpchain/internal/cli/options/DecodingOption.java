package org.gpchain.internal.cli.options;

import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import picocli.CommandLine.Option;

/** Options for how labels are chosen. */
public final class DecodingOption extends SegmentOptions {
  @Option(
      names = "--decoding",
      paramLabel = "HOW",
      defaultValue = "segments",
      description = {
        "segments: the segments with the largest expected F1, or F_beta.",
        "marginal: the legal labels with the largest sum of marginals.",
        "viterbi: the most probable legal sequence of labels.",
        "Default: ${DEFAULT-VALUE}."
      })
  private Decoding decoding;

  public DecodingOptions options() {
    return options(0, false);
  }

  public DecodingOptions options(int samples, boolean residual) {
    return applyTo(
        new DecodingOptions(decoding, samples, residual, DecodingOptions.DEFAULT.seed()));
  }
}
