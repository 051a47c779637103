package org.gpchain.cli.options;

import org.gpchain.core.predict.DecodingOptions;
import org.gpchain.documents.AnnotateOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that say which segments documents are given, and with how many alternatives. */
public final class AnnotationOptions extends MixedOptions {
  @Option(
      names = "--n-best",
      paramLabel = "N",
      description =
          "Take the alternatives of a segment from so many of the best label sequences; 1: none."
              + " Default: ${DEFAULT-VALUE}.")
  private int best = AnnotateOptions.DEFAULT_N_BEST;

  @Mixin private BetaOption beta;

  @Mixin private PromiseOption promise;

  /** How segments are decoded. */
  public DecodingOptions decoding() {
    if (best < 1) {
      throw wrongUse("--n-best must be at least 1, was " + best);
    }
    return promise.addTo(DecodingOptions.DEFAULT.withNBest(best).withBeta(beta.value()));
  }
}
