package org.gpchain.internal.cli.options;

import java.util.List;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.promise.Promise;
import picocli.CommandLine.Option;

/** Options for which segments are decoded: what recall counts, and what is promised of them. */
public class SegmentOptions extends CommandPart {
  @Option(
      names = "--beta",
      paramLabel = "B",
      defaultValue = "1",
      description =
          "Weight of recall when segments are decoded, for the largest expected F_beta: above 1"
              + " more segments, below 1 fewer.")
  private double beta;

  @Option(
      names = "--max-error",
      paramLabel = "SHARE",
      description =
          "Promise that at most this share of the written segments is wrong, such as 0.05, in text"
              + " of the kind that the model was trained on: segments that are not probable enough"
              + " are left out. A model that cannot promise it says what it can.")
  private double maxError;

  @Option(
      names = "--min-recall",
      paramLabel = "SHARE",
      description =
          "Promise that at least this share of the segments is found, such as 0.95, in text of that"
              + " kind: as segments, or as alternatives of segments that they overlap.")
  private double minRecall;

  @Option(
      names = "--confidence",
      paramLabel = "P",
      description = "Keep the promise with this probability, such as 0.9, and not only on average.")
  private double confidence;

  public final DecodingOptions applyTo(DecodingOptions options) {
    if (!(beta > 0 && beta < Double.POSITIVE_INFINITY)) {
      throw wrongUse("--beta must be a positive number, was " + beta);
    }
    checkShare("--max-error", maxError);
    checkShare("--min-recall", minRecall);
    checkShare("--confidence", confidence);
    checkNeeds("--beta", options.decoding() == Decoding.SEGMENTS, "--decoding segments");
    checkNeeds("--confidence", maxError + minRecall > 0, "--max-error or --min-recall");
    if (minRecall != 0) {
      refuse(List.of("--beta"), " has no effect with --min-recall; leave one of them out");
    }
    return orWrongUse(
        () ->
            options
                .withBeta(beta)
                .withPromise(Promise.of(maxError, minRecall, confidence).orElse(null)));
  }

  /** One that is not given is 0. */
  private void checkShare(String option, double share) {
    if (isGiven(option) && !(share > 0 && share < 1)) {
      throw wrongUse(option + " must be above 0 and below 1, was " + share);
    }
  }
}
