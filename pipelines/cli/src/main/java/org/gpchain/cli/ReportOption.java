package org.gpchain.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.gpchain.cli.options.MixedOptions;
import org.gpchain.core.model.Model;
import org.gpchain.core.predict.DecodingOptions;
import org.gpchain.core.predict.DecodingOptions.Decoding;
import org.gpchain.core.text.TagScheme;
import org.gpchain.corpora.Corpus;
import org.gpchain.documents.page.ModelCard;
import org.gpchain.evaluation.EvaluationResult;
import org.gpchain.evaluation.report.EvaluationReport;
import org.gpchain.evaluation.report.EvaluationReport.PromiseResult;
import org.gpchain.evaluation.report.EvaluationReport.ReportSubject;
import picocli.CommandLine.Option;

/** Options of the page about an evaluation. */
final class ReportOption extends MixedOptions {
  @Option(
      names = "--report",
      paramLabel = "DIR",
      description =
          "Also write "
              + EvaluationReport.FILE_NAME
              + " there, a page of its own with diagrams of the probabilities, F1 by type and"
              + " length, confusion of types, and the most certain errors in their sentences. The"
              + " directory is created if missing, and an existing report is replaced.")
  private Path directory;

  @Option(
      names = "--report-errors",
      paramLabel = "N",
      defaultValue = "25",
      description = "How many errors the report shows. Default: ${DEFAULT-VALUE}.")
  private int errors;

  boolean isWanted() {
    return directory != null;
  }

  /**
   * Checks the options, and prepares the directory if a report is wanted.
   *
   * @throws IOException if it cannot be written to
   */
  void prepare() throws IOException {
    checkAtLeast("--report-errors", errors, 0);
    if (isWanted()) {
      EvaluationReport.prepare(directory);
    }
  }

  /**
   * Writes the report.
   *
   * @param modelFile the model's file or name
   * @return its file
   */
  Path write(
      EvaluationReport report,
      Path modelFile,
      Model model,
      DecodingOptions options,
      Corpus test,
      EvaluationResult result)
      throws IOException {
    ModelCard card = ModelCard.of(modelFile, model);
    ReportSubject subject =
        new ReportSubject(card, model.scheme(), words(options, model), test, errors);
    return report.write(directory, subject, result, promises(report, model, options));
  }

  /** Only where segments are decoded one by one, and not under a promise already. */
  private static List<PromiseResult> promises(
      EvaluationReport report, Model model, DecodingOptions options) {
    boolean apply =
        options.decoding() == Decoding.SEGMENTS
            && options.samples() == 0
            && options.promised().isEmpty()
            && model.calibration().heldOut().sentenceCount() > 0;
    return apply
        ? report.promises(promise -> model.calibration().threshold(promise, options.beta()))
        : List.of();
  }

  private static String words(DecodingOptions options, Model model) {
    boolean hasSegments = model.scheme() != TagScheme.TOKEN;
    Decoding decoding =
        options.decoding() == Decoding.SEGMENTS && !hasSegments
            ? Decoding.VITERBI
            : options.decoding();
    return decoding.name().toLowerCase(Locale.ROOT)
        + (options.samples() == 0
            ? ""
            : ", marginals averaged over " + options.samples() + " samples of the posterior")
        + (options.residual() ? " with residual variance" : "");
  }
}
