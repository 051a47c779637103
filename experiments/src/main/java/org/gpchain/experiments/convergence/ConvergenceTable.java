package org.gpchain.experiments.convergence;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.evaluation.TextTable;
import org.gpchain.experiments.report.Spread;

/** The results of a comparison of optimisers as text for people, the same in every locale. */
final class ConvergenceTable {
  private static final String NONE = "-";

  private ConvergenceTable() {}

  /** A row for each method, with means and, in brackets, standard deviations over the folds. */
  static String of(List<ConvergenceResult> results) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "method",
            "folds",
            "start -bound (sd)",
            "final -bound (sd)",
            "spread in last quarter",
            "passes to 1 % of best (sd)",
            "folds there",
            "seconds/fold (sd)"));
    for (ConvergenceSummary summary : ConvergenceSummary.of(results)) {
      double tail = summary.spread(ConvergenceResult::tailSpread).mean();
      rows.add(
          List.of(
              summary.method().toString(),
              Integer.toString(summary.folds().size()),
              summary.spread(r -> r.trace().points().get(0).negativeBound()).text(2),
              summary.spread(r -> r.last().negativeBound()).text(2),
              Double.isNaN(tail) ? NONE : new Spread(tail, Double.NaN).text(3),
              summary.passes().isEmpty() ? NONE : summary.passesSpread().text(1),
              Integer.toString(summary.passes().size()),
              summary.spread(ConvergenceResult::seconds).text(2)));
    }
    return TextTable.aligned(rows, 1);
  }
}
