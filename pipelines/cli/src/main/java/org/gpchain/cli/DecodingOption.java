package org.gpchain.cli;

import org.gpchain.cli.options.BetaOption;
import org.gpchain.cli.options.PromiseOption;
import org.gpchain.core.predict.DecodingOptions;
import org.gpchain.core.predict.DecodingOptions.Decoding;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** An option that says how labels are chosen. */
final class DecodingOption {
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

  @Mixin private BetaOption beta;

  @Mixin private PromiseOption promise;

  /** The options for the posterior mean. */
  DecodingOptions options() {
    return options(0, false);
  }

  /** See {@link DecodingOptions}. */
  DecodingOptions options(int samples, boolean residual) {
    return promise.addTo(
        new DecodingOptions(decoding, samples, residual, DecodingOptions.DEFAULT.seed())
            .withBeta(beta.value()));
  }
}
