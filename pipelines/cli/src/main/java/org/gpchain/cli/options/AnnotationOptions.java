package org.gpchain.cli.options;

import org.gpchain.core.predict.DecodingOptions;
import org.gpchain.documents.AnnotateOptions;
import picocli.CommandLine.Option;

/** Options for the segments that documents are given, and for the alternatives of these. */
public final class AnnotationOptions extends SegmentOptions {
  @Option(
      names = "--n-best",
      paramLabel = "N",
      description =
          "Take the alternatives of a segment from so many of the best label sequences; 1: none."
              + " Default: ${DEFAULT-VALUE}.")
  private int best = AnnotateOptions.DEFAULT_N_BEST;

  public DecodingOptions decoding() {
    checkAtLeast("--n-best", best, 1);
    return applyTo(DecodingOptions.DEFAULT.withNBest(best));
  }
}
