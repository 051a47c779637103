package org.gpchain.cli.options;

import org.gpchain.core.predict.DecodingOptions;
import org.gpchain.core.predict.Promise;
import picocli.CommandLine.Option;

/** Options for what is promised of the segments. */
public final class PromiseOption extends MixedOptions {
  @Option(
      names = "--max-error",
      paramLabel = "SHARE",
      description =
          "Promise that at most this share of the written segments is wrong, such as 0.05, in text"
              + " of the kind that the model was trained on: those that are not probable enough are"
              + " left out. A model that cannot promise it says what it can.")
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

  /** Decoding with the promise, if there is one. */
  public DecodingOptions addTo(DecodingOptions options) {
    if (confidence != 0 && maxError == 0 && minRecall == 0) {
      throw wrongUse("--confidence needs --max-error or --min-recall");
    }
    return orWrongUse(
        () ->
            Promise.of(maxError, minRecall, confidence).map(options::withPromise).orElse(options));
  }
}
