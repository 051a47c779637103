package org.gpchain.internal.evaluation.crossvalidation;

import static org.gpchain.core.text.Numbers.format;

import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.internal.evaluation.EvaluationResult.Accuracy;
import org.gpchain.internal.evaluation.EvaluationResult.Calibration;
import org.gpchain.internal.evaluation.JsonResult;
import org.gpchain.internal.evaluation.TextTable;

/**
 * The outcome of a cross-validation.
 *
 * @param documents number of documents, each of which is in one fold; 0 if folds are made of blocks
 *     of neighbouring sentences
 * @param figures mean and spread over the folds, by figure
 * @param pooledF1 F1 of all held-out sentences together
 */
public record CrossValidationResult(
    int documents, List<Fold> folds, Map<String, Average> figures, double pooledF1)
    implements JsonResult {
  static CrossValidationResult of(int documents, List<Fold> folds, SpanCounts pooled) {
    Map<String, Average> figures = new LinkedHashMap<>();
    for (Column figure : Column.ALL) {
      figures.put(figure.key(), Average.over(folds.stream().map(figure.value()).toList()));
    }
    return new CrossValidationResult(documents, List.copyOf(folds), figures, pooled.f1());
  }

  /** A row for each fold, their mean, and their standard deviation, the same in every locale. */
  public String toText() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(row("fold", "trained on", "sentences", Column::title));
    for (Fold of : folds) {
      rows.add(
          row(
              Integer.toString(of.fold()),
              Integer.toString(of.trainSentences()),
              Integer.toString(of.accuracy().sentences()),
              column -> column.text(column.value().apply(of))));
    }
    rows.add(row("mean", "", "", column -> column.text(figures.get(column.key()).mean())));
    rows.add(row("sd", "", "", column -> column.text(figures.get(column.key()).deviation())));
    return TextTable.aligned(rows, 1)
        + format(
            "%nF1 of all held-out sentences together: %.2f %%. %s%n",
            100 * pooledF1,
            documents == 0
                ? "Folds are blocks of neighbouring sentences."
                : "Each of " + documents + " documents is in one fold.");
  }

  private static List<String> row(
      String name, String trained, String sentences, Function<Column, String> cell) {
    return Stream.concat(Stream.of(name, trained, sentences), Column.ALL.stream().map(cell))
        .toList();
  }

  /**
   * A fold, and the figures of the model that was learned from the other folds. In JSON, the
   * figures are fields of the fold.
   *
   * @param fold number of the fold, from 1
   * @param trainSentences number of sentences of the other folds
   * @param accuracy accuracy on the sentences of the fold
   * @param calibration calibration on the sentences of the fold
   * @param trainSeconds duration of the training (seconds)
   */
  public record Fold(
      int fold,
      int trainSentences,
      @JsonUnwrapped Accuracy accuracy,
      @JsonUnwrapped @JsonIncludeProperties({"nll", "ece", "segmentEce"}) Calibration calibration,
      double trainSeconds) {}

  /**
   * Mean and spread of a figure over folds.
   *
   * @param mean its mean; null of no values
   * @param deviation its standard deviation, with n − 1; null of fewer than two values
   */
  public record Average(Double mean, Double deviation) {
    /** Nulls are left out. */
    private static Average over(List<Double> figures) {
      double[] values = figures.stream().filter(Objects::nonNull).mapToDouble(x -> x).toArray();
      if (values.length == 0) {
        return new Average(null, null);
      }
      double mean = Arrays.stream(values).average().orElseThrow();
      double squares = Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum();
      return new Average(
          mean, values.length == 1 ? null : Math.sqrt(squares / (values.length - 1)));
    }
  }

  /** A figure of folds; a table shows it times its unit. */
  private record Column(String key, String title, double unit, Function<Fold, Double> value) {
    private static final List<Column> ALL =
        List.of(
            new Column("precision", "precision %", 100, fold -> fold.accuracy().precision()),
            new Column("recall", "recall %", 100, fold -> fold.accuracy().recall()),
            new Column("f1", "F1 %", 100, fold -> fold.accuracy().f1()),
            new Column("tokenError", "token error %", 100, fold -> fold.accuracy().tokenError()),
            new Column("nll", "nll", 1, fold -> fold.calibration().nll()),
            new Column("ece", "ece %", 100, fold -> fold.calibration().ece()),
            new Column(
                "segmentEce", "segments' ece %", 100, fold -> fold.calibration().segmentEce()));

    private String text(Double figure) {
      return figure == null ? "–" : format(unit == 1 ? "%.4f" : "%.2f", unit * figure);
    }
  }
}
