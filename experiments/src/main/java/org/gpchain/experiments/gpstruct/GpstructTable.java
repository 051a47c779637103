package org.gpchain.experiments.gpstruct;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.report.PairedTTest;
import org.gpchain.pipelines.evaluation.TextTable;

/** The results of an experiment as text for people, the same in every locale. */
final class GpstructTable {
  private static final String NONE = "-";

  private GpstructTable() {}

  /**
   * A row for each task and method, with means and, in brackets, standard deviations over the
   * folds; a row for each pair of methods, with a paired t-test over the folds; and a row for each
   * task with what the papers report.
   *
   * @param results what came of the folds
   * @param large whether they are those of the large experiments
   */
  static String of(List<FoldResult> results, boolean large) {
    return TextTable.aligned(ours(results, large), 2)
        + System.lineSeparator()
        + comparisons(MethodComparison.of(results))
        + TextTable.aligned(published(results.stream().map(FoldResult::task).distinct(), large), 1);
  }

  private static List<List<String>> ours(List<FoldResult> results, boolean large) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "task",
            "method",
            "folds",
            "error % (sd)",
            "published % (sd)",
            "nll (sd)",
            "ece % (sd)",
            "seconds/fold (sd)"));
    for (FoldSummary summary : FoldSummary.of(results)) {
      rows.add(
          List.of(
              summary.task().displayName(),
              summary.method().toString(),
              Integer.toString(summary.folds().size()),
              summary.spread(FoldScore::tokenError).times(100).text(2),
              summary
                  .method()
                  .published()
                  .flatMap(method -> method.error(summary.task(), large))
                  .map(error -> error.text(2))
                  .orElse(NONE),
              summary.spread(FoldScore::nll).text(4),
              summary.spread(FoldScore::ece).times(100).text(2),
              summary.spread(FoldScore::seconds).text(2)));
    }
    return rows;
  }

  /** Empty if no two methods have folds in common. */
  private static String comparisons(List<MethodComparison> comparisons) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "task",
            "difference (paired t-test)",
            "folds",
            "error, percentage points",
            "p",
            "nll",
            "p"));
    for (MethodComparison comparison : comparisons) {
      PairedTTest error = comparison.test(FoldScore::tokenError);
      PairedTTest nll = comparison.test(FoldScore::nll);
      rows.add(
          List.of(
              comparison.task().displayName(),
              comparison.methods(),
              Integer.toString(comparison.folds()),
              number("%+.2f", 100 * error.difference()),
              number("%.3f", error.p()),
              number("%+.4f", nll.difference()),
              number("%.3f", nll.p())));
    }
    return comparisons.isEmpty() ? "" : TextTable.aligned(rows, 2) + System.lineSeparator();
  }

  private static String number(String format, double value) {
    return Double.isNaN(value) ? NONE : String.format(Locale.ROOT, format, value);
  }

  private static List<List<String>> published(Stream<GpstructTask> tasks, boolean large) {
    List<List<String>> rows = new ArrayList<>();
    List<String> heads = new ArrayList<>(List.of("published error % (sd)"));
    for (PublishedMethod method : PublishedMethod.values()) {
      heads.add(method.displayName());
    }
    rows.add(heads);
    tasks.forEach(
        task -> {
          List<String> row = new ArrayList<>(List.of(task.displayName()));
          for (PublishedMethod method : PublishedMethod.values()) {
            row.add(method.error(task, large).map(error -> error.text(2)).orElse(NONE));
          }
          rows.add(row);
        });
    return rows;
  }
}
