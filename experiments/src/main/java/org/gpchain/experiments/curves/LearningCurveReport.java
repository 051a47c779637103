package org.gpchain.experiments.curves;

import java.util.List;
import org.gpchain.experiments.report.F1Difference;
import org.gpchain.experiments.report.ReportJson;

/**
 * A learning curve as JSON. Shares are in [0, 1]; nll and ece are null if the model knows no label
 * of the test file.
 *
 * @param settings what the experiment was told
 * @param results what came of each size and method
 */
record LearningCurveReport(Settings settings, List<Result> results) {
  /** Settings with the names of the command line. */
  record Settings(
      String train,
      String test,
      String task,
      List<String> templates,
      List<Integer> sizes,
      int resamples,
      int threads,
      long seed) {}

  /** One size and method. */
  record Result(
      int sentences,
      String method,
      double f1,
      F1Difference againstGp,
      double tokenError,
      Double nll,
      Double ece,
      long unknownLabelTokens,
      double seconds) {}

  /** The report of the results so far. */
  static LearningCurveReport of(Settings settings, List<LearningCurveResult> results) {
    return new LearningCurveReport(
        settings,
        results.stream()
            .map(
                result ->
                    new Result(
                        result.sentences(),
                        result.method().toString(),
                        result.figures().f1(),
                        F1Difference.of(result.difference()),
                        result.figures().tokenError(),
                        ReportJson.orNull(result.nll()),
                        ReportJson.orNull(result.ece()),
                        result.figures().unknownLabelTokens(),
                        result.seconds()))
            .toList());
  }
}
