package org.gpchain.experiments.gpstruct;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import org.gpchain.evaluation.TextTable;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.report.PairedTTest;

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
        + comparisons(
            "difference (paired t-test)", MethodComparison.of(results), MethodComparison::methods)
        + System.lineSeparator()
        + TextTable.aligned(published(results.stream().map(FoldResult::task).distinct(), large), 1);
  }

  /**
   * What follows the table of results: a row for each task and method with the difference to
   * earlier results, and a paired t-test over the folds; empty if no two folds are the same.
   *
   * @param results what came of the folds
   * @param earlier the same of another version
   */
  static String against(List<FoldResult> results, List<FoldResult> earlier) {
    return comparisons(
        "against earlier results (paired t-test)",
        MethodComparison.of(results, earlier),
        MethodComparison::method);
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

  /** A blank line and a table; empty if there is nothing to compare. */
  private static String comparisons(
      String head, List<MethodComparison> comparisons, Function<MethodComparison, String> name) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("task", head, "folds", "error, percentage points", "p", "nll", "p"));
    for (MethodComparison comparison : comparisons) {
      PairedTTest error = comparison.test(FoldScore::tokenError);
      PairedTTest nll = comparison.test(FoldScore::nll);
      rows.add(
          List.of(
              comparison.task().displayName(),
              name.apply(comparison),
              Integer.toString(comparison.folds()),
              number("%+.2f", 100 * error.difference()),
              number("%.3f", error.p()),
              number("%+.4f", nll.difference()),
              number("%.3f", nll.p())));
    }
    return comparisons.isEmpty() ? "" : System.lineSeparator() + TextTable.aligned(rows, 2);
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
