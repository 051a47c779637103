package org.gpchain.experiments.curves;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gpchain.evaluation.TextTable;

/** A learning curve as text for people, the same in every locale. */
final class LearningCurveTable {
  private static final String NONE = "-";

  private LearningCurveTable() {}

  /** A row for each result. */
  static String of(List<LearningCurveResult> results) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "method",
            "sentences",
            "F1 %",
            "against gp (95 %)",
            "token error %",
            "nll",
            "ece %",
            "seconds"));
    for (LearningCurveResult result : results) {
      rows.add(
          List.of(
              result.method().toString(),
              Integer.toString(result.sentences()),
              number(100 * result.figures().f1(), 2),
              result.difference() == null ? NONE : result.difference().text(),
              number(100 * result.figures().tokenError(), 2),
              number(result.nll(), 4),
              number(100 * result.ece(), 2),
              number(result.seconds(), 1)));
    }
    return TextTable.aligned(rows, 1);
  }

  private static String number(double value, int digits) {
    return Double.isNaN(value) ? NONE : String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}
