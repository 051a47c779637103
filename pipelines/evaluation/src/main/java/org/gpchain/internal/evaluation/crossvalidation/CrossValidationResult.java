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
import org.gpchain.core.text.SpanCounts;
import org.gpchain.internal.evaluation.EvaluationResult.Accuracy;
import org.gpchain.internal.evaluation.EvaluationResult.Calibration;
import org.gpchain.internal.evaluation.JsonResult;
import org.gpchain.internal.evaluation.TextTable;

/**
 * The result of a cross-validation.
 *
 * @param documents number of documents, each of which is in one fold; 0 if folds consist of blocks
 *     of neighboring sentences
 * @param folds metrics of each fold
 * @param figures mean and standard deviation over the folds, by the JSON name of the metric
 * @param pooledF1 F1 of all held-out sentences together
 */
public record CrossValidationResult(
    int documents, List<Fold> folds, Map<String, Average> figures, double pooledF1)
    implements JsonResult {
  static CrossValidationResult of(int documents, List<Fold> folds, SpanCounts pooled) {
    Map<String, Average> figures = new LinkedHashMap<>();
    for (Column column : Column.ALL) {
      List<Double> values = folds.stream().map(column.value()).toList();
      figures.put(column.key(), Average.over(values));
    }
    return new CrossValidationResult(documents, List.copyOf(folds), figures, pooled.f1());
  }

  /**
   * Returns a table with a row for each fold, and rows for the mean and the standard deviation. It
   * does not depend on the locale.
   */
  public String toText() {
    List<String> head = new ArrayList<>(List.of("fold", "trained on", "sentences"));
    List<String> means = new ArrayList<>(List.of("mean", "", ""));
    List<String> deviations = new ArrayList<>(List.of("sd", "", ""));
    for (Column column : Column.ALL) {
      Average average = figures.get(column.key());
      head.add(column.title());
      means.add(column.text(average.mean()));
      deviations.add(column.text(average.deviation()));
    }

    List<List<String>> rows = new ArrayList<>();
    rows.add(head);
    for (Fold fold : folds) {
      rows.add(row(fold));
    }
    rows.add(means);
    rows.add(deviations);

    String kind = "Folds are blocks of neighbouring sentences.";
    if (documents > 0) {
      kind = "Each of " + documents + " documents is in one fold.";
    }
    String summary =
        format("%nF1 of all held-out sentences together: %.2f %%. %s%n", 100 * pooledF1, kind);
    return TextTable.aligned(rows, 1) + summary;
  }

  private static List<String> row(Fold fold) {
    List<String> cells = new ArrayList<>();
    cells.add(Integer.toString(fold.fold()));
    cells.add(Integer.toString(fold.trainSentences()));
    cells.add(Integer.toString(fold.accuracy().sentences()));
    for (Column column : Column.ALL) {
      cells.add(column.text(column.value().apply(fold)));
    }
    return cells;
  }

  /**
   * The metrics of the model that was trained on all other folds. In JSON, the components of the
   * nested records are fields of the fold.
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
   * Mean and standard deviation of a metric over folds.
   *
   * @param mean mean; null without values
   * @param deviation sample standard deviation (divisor n − 1); null for fewer than two values
   */
  public record Average(Double mean, Double deviation) {
    /** Returns the mean and standard deviation of the values that are not null. */
    private static Average over(List<Double> figures) {
      double[] values = figures.stream().filter(Objects::nonNull).mapToDouble(x -> x).toArray();
      if (values.length == 0) {
        return new Average(null, null);
      }

      double mean = Arrays.stream(values).average().orElseThrow();
      if (values.length == 1) {
        return new Average(mean, null);
      }
      double squares = Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum();
      return new Average(mean, Math.sqrt(squares / (values.length - 1)));
    }
  }

  /**
   * A metric as a column of the table.
   *
   * @param key name of the metric in JSON
   * @param title heading of the column
   * @param unit factor by which the displayed value is multiplied, 100 for percent
   * @param value returns the metric of a fold; null if the fold does not have it
   */
  private record Column(String key, String title, double unit, Function<Fold, Double> value) {
    private static final List<Column> ALL =
        List.of(
            new Column(
                "precision", "precision %", 100, fold -> fold.accuracy().segments().precision()),
            new Column("recall", "recall %", 100, fold -> fold.accuracy().segments().recall()),
            new Column("f1", "F1 %", 100, fold -> fold.accuracy().segments().f1()),
            new Column("tokenError", "token error %", 100, fold -> fold.accuracy().tokenError()),
            new Column("nll", "nll", 1, fold -> fold.calibration().nll()),
            new Column("ece", "ece %", 100, fold -> fold.calibration().ece()),
            new Column(
                "segmentEce", "segments' ece %", 100, fold -> fold.calibration().segmentEce()));

    private String text(Double figure) {
      if (figure == null) {
        return "–";
      }
      String pattern = unit == 1 ? "%.4f" : "%.2f";
      return format(pattern, unit * figure);
    }
  }
}
