package org.gpchain.experiments.convergence;

import java.util.Arrays;
import java.util.List;
import org.gpchain.experiments.report.ReportJson;
import org.gpchain.experiments.report.Spread;

/**
 * The settings and results of a comparison of optimisers as JSON; what is not a number is null.
 *
 * @param settings what the experiment was told
 * @param results what came of each method
 */
record ConvergenceReport(Settings settings, List<Result> results) {
  /** Settings with the names of the command line. */
  record Settings(
      String task, List<Integer> folds, int passes, int samples, int inducing, long seed) {}

  /** One method. */
  record Result(
      String method,
      Figure finalNegativeBound,
      Figure tailSpread,
      Figure passesToOnePercent,
      List<Fold> folds) {}

  /** A mean over folds and a standard deviation. */
  record Figure(Double mean, Double sd) {
    static Figure of(Spread spread) {
      return new Figure(ReportJson.orNull(spread.mean()), ReportJson.orNull(spread.sd()));
    }
  }

  /** One fold: step sizes are those of unary mean and covariance, pairwise mean and covariance. */
  record Fold(
      int fold,
      double seconds,
      List<Double> stepSizes,
      List<Integer> passes,
      List<Double> negativeBound) {}

  /** The report of the results so far. */
  static ConvergenceReport of(Settings settings, List<ConvergenceResult> results) {
    return new ConvergenceReport(
        settings, ConvergenceSummary.of(results).stream().map(ConvergenceReport::result).toList());
  }

  private static Result result(ConvergenceSummary summary) {
    return new Result(
        summary.method().toString(),
        Figure.of(summary.spread(r -> r.last().negativeBound())),
        Figure.of(summary.spread(ConvergenceResult::tailSpread)),
        Figure.of(summary.passesSpread()),
        summary.folds().stream().map(ConvergenceReport::fold).toList());
  }

  private static Fold fold(ConvergenceResult result) {
    return new Fold(
        result.fold(),
        result.seconds(),
        Arrays.stream(result.trace().stepSizes()).boxed().toList(),
        result.trace().points().stream().map(point -> point.pass()).toList(),
        result.trace().points().stream()
            .map(point -> ReportJson.orNull(point.negativeBound()))
            .toList());
  }
}
