package org.gpchain.evaluation.crossvalidation;

import static org.gpchain.core.text.Numbers.format;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.gpchain.evaluation.TextTable;
import org.gpchain.evaluation.crossvalidation.CrossValidationResult.Column;
import org.gpchain.evaluation.crossvalidation.CrossValidationResult.Fold;

/** A cross-validation as text for people, the same in every locale. */
public final class CrossValidationTable {
  private CrossValidationTable() {}

  /** A row for each fold, their mean, and their standard deviation. */
  public static String of(CrossValidationResult result) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(row("fold", "trained on", "sentences", Column::title));
    for (Fold fold : result.folds()) {
      rows.add(
          row(
              Integer.toString(fold.fold()),
              Integer.toString(fold.trainSentences()),
              Integer.toString(fold.sentences()),
              figure -> number(figure, figure.value().apply(fold))));
    }
    rows.add(
        row("mean", "", "", figure -> number(figure, result.figures().get(figure.key()).mean())));
    rows.add(
        row(
            "sd",
            "",
            "",
            figure -> number(figure, result.figures().get(figure.key()).deviation())));
    return TextTable.aligned(rows, 1)
        + format(
            "%nF1 of all held-out sentences together: %.2f %%. %s%n",
            100 * result.pooledF1(),
            result.documents() == 0
                ? "Folds are blocks of neighbouring sentences."
                : "Each of " + result.documents() + " documents is in one fold.");
  }

  private static List<String> row(
      String name, String trained, String sentences, Function<Column, String> cell) {
    return Stream.concat(Stream.of(name, trained, sentences), Column.ALL.stream().map(cell))
        .toList();
  }

  private static String number(Column figure, Double value) {
    return value == null
        ? "–"
        : format(figure.unit() == 1 ? "%.4f" : "%.2f", figure.unit() * value);
  }
}
