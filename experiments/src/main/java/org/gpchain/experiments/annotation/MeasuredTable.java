package org.gpchain.experiments.annotation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gpchain.evaluation.TextTable;
import org.gpchain.evaluation.comparison.PairedBootstrap;

/** Models side by side, as text for people, the same in every locale. */
final class MeasuredTable {
  private MeasuredTable() {}

  /**
   * A row for each model.
   *
   * @param reference what the others are compared with
   */
  static String of(List<Measured> models, Measured reference, PairedBootstrap bootstrap) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "learned from",
            "sentences",
            "segments",
            "precision %",
            "recall %",
            "F1 %",
            "against " + reference.name() + " (95 %)",
            "nll",
            "seconds"));
    for (Measured model : models) {
      rows.add(
          List.of(
              model.name(),
              Integer.toString(model.sentences()),
              Integer.toString(model.segments()),
              number(100 * model.figures().precision(), 2),
              number(100 * model.figures().recall(), 2),
              number(100 * model.f1(), 2),
              model.equals(reference)
                  ? "-"
                  : bootstrap.f1Difference(model.counts(), reference.counts()).text(),
              number(model.figures().nll(), 4),
              number(model.seconds(), 2)));
    }
    return TextTable.aligned(rows, 1);
  }

  private static String number(double value, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}
