package org.gpchain.internal.cli.options;

import java.util.List;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.promise.Promise;
import picocli.CommandLine.Option;

/** Options that select the segments to write: the weight of recall, and guarantees. */
public class SegmentOptions extends CommandPart {
  @Option(
      names = "--beta",
      paramLabel = "B",
      defaultValue = "1",
      description =
          "Weight of recall in decoding, which maximizes the expected F_beta. A value above 1 gives"
              + " more segments, a value below 1 fewer.")
  private double beta;

  @Option(
      names = "--max-error",
      paramLabel = "SHARE",
      description =
          "Limit the share of written segments that are wrong, such as 0.05, by leaving out"
              + " improbable segments. The limit holds on average for text like the training"
              + " corpus. If the model cannot guarantee it, the message says which limit it can"
              + " guarantee.")
  private double maxError;

  @Option(
      names = "--min-recall",
      paramLabel = "SHARE",
      description =
          "Find at least this share of the segments, such as 0.95, in text like the training"
              + " corpus: as segments, or as alternatives of segments that overlap them.")
  private double minRecall;

  @Option(
      names = "--confidence",
      paramLabel = "P",
      description =
          "Guarantee --max-error or --min-recall with this probability, such as 0.9, instead of"
              + " only on average.")
  private double confidence;

  /** Returns decoding options extended by these options. */
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
      refuse(List.of("--beta"), " has no effect with --min-recall; remove one of them");
    }

    return orWrongUse(
        () -> {
          Promise promise = Promise.of(maxError, minRecall, confidence).orElse(null);
          return options.withBeta(beta).withPromise(promise);
        });
  }

  /** Checks that a share is above 0 and below 1 if its option is given. */
  private void checkShare(String option, double share) {
    if (isGiven(option) && !(share > 0 && share < 1)) {
      throw wrongUse(option + " must be above 0 and below 1, was " + share);
    }
  }
}
