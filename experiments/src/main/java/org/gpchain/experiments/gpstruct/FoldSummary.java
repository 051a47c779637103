package org.gpchain.experiments.gpstruct;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.report.Spread;

/**
 * The folds of one task and method.
 *
 * @param task the task
 * @param method the method
 * @param folds their results, at least one
 */
record FoldSummary(GpstructTask task, GpstructMethod method, List<FoldResult> folds) {
  /** Puts results of the same task and method together, in the order of their first one. */
  static List<FoldSummary> of(List<FoldResult> results) {
    List<FoldSummary> summaries = new ArrayList<>();
    for (FoldResult result : results) {
      FoldSummary summary =
          summaries.stream()
              .filter(s -> s.task == result.task() && s.method == result.method())
              .findFirst()
              .orElse(null);
      if (summary == null) {
        summary = new FoldSummary(result.task(), result.method(), new ArrayList<>());
        summaries.add(summary);
      }
      summary.folds.add(result);
    }
    return summaries;
  }

  /** Mean and standard deviation over the folds of one figure. */
  Spread spread(ToDoubleFunction<FoldScore> figure) {
    return Spread.of(
        folds.stream().mapToDouble(result -> figure.applyAsDouble(result.score())).toArray());
  }
}
