package org.gpchain.experiments.gpstruct;

import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.report.ReportJson;
import org.gpchain.experiments.report.Spread;

/**
 * The settings and results of an experiment as JSON. Shares are in [0, 1], but published errors in
 * percent; what is not a number, such as the standard deviation of one fold, is null.
 *
 * @param settings what the experiment was told
 * @param results what came of each task and method
 */
record GpstructReport(Settings settings, List<Result> results) {
  /** Settings with the names of the command line. */
  record Settings(
      List<String> tasks,
      List<String> methods,
      List<Integer> folds,
      boolean large,
      int from,
      int samples,
      GrayBoxForm form,
      int threads,
      long seed) {}

  /** One task and method. */
  record Result(
      String task,
      String method,
      Figures mean,
      Figures sd,
      Map<String, Published> publishedErrorPercent,
      List<Fold> folds) {}

  /** One fold. */
  record Fold(int fold, int trainTokens, int testTokens, Figures figures) {}

  /** The figures of a fold, or their means, or their standard deviations. */
  record Figures(Double tokenError, Double nll, Double ece, Double seconds) {
    Figures {
      tokenError = ReportJson.orNull(tokenError);
      nll = ReportJson.orNull(nll);
      ece = ReportJson.orNull(ece);
      seconds = ReportJson.orNull(seconds);
    }
  }

  /** A published figure. */
  record Published(Double mean, Double sd) {
    Published {
      mean = ReportJson.orNull(mean);
      sd = ReportJson.orNull(sd);
    }
  }

  /** The report of the results so far. */
  static GpstructReport of(GpstructSettings settings, List<FoldResult> results) {
    return new GpstructReport(
        new Settings(
            settings.tasks().stream().map(GpstructTask::toString).toList(),
            settings.methods().stream().map(GpstructMethod::toString).toList(),
            settings.folds(),
            settings.large(),
            settings.from(),
            settings.samples(),
            settings.form(),
            settings.run().threads(),
            settings.run().seed()),
        FoldSummary.of(results).stream()
            .map(summary -> result(summary, settings.large()))
            .toList());
  }

  private static Result result(FoldSummary summary, boolean large) {
    Spread error = summary.spread(FoldScore::tokenError);
    Spread nll = summary.spread(FoldScore::nll);
    Spread ece = summary.spread(FoldScore::ece);
    Spread seconds = summary.spread(FoldScore::seconds);
    Map<String, Published> published = new LinkedHashMap<>();
    for (PublishedMethod method : PublishedMethod.values()) {
      method
          .error(summary.task(), large)
          .ifPresent(
              figure ->
                  published.put(method.displayName(), new Published(figure.mean(), figure.sd())));
    }
    return new Result(
        summary.task().toString(),
        summary.method().toString(),
        new Figures(error.mean(), nll.mean(), ece.mean(), seconds.mean()),
        new Figures(error.sd(), nll.sd(), ece.sd(), seconds.sd()),
        published,
        summary.folds().stream().map(GpstructReport::fold).toList());
  }

  private static Fold fold(FoldResult result) {
    FoldScore score = result.score();
    return new Fold(
        result.fold(),
        result.trainTokens(),
        result.testTokens(),
        new Figures(score.tokenError(), score.nll(), score.ece(), score.seconds()));
  }

  /** Writes a JSON object in UTF-8. */
  void writeTo(OutputStream out) throws IOException {
    ReportJson.write(this, out);
  }
}
