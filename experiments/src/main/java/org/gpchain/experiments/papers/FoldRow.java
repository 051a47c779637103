package org.gpchain.experiments.papers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.lab.PairedTest;
import org.gpchain.experiments.lab.Tables;

/**
 * What came of one way to learn and one fold of a task.
 *
 * @param settings what was run, as text: rows of other settings are not mixed
 * @param row name of the way to learn
 * @param fold number of the fold, from 1
 * @param trainTokens number of training tokens; 0 if it was not said
 * @param testTokens number of test tokens; 0 if it was not said
 * @param commit of the code that made it; null if it was not said
 * @param error share of tokens whose likeliest label is wrong, in [0, 1]
 * @param ece expected calibration error over 15 bins, in [0, 1]
 * @param seconds processor time of learning and prediction
 * @param stages how good predictions were on the way; empty if that was not looked at
 */
record FoldRow(
    String settings,
    String row,
    GpstructTask task,
    int fold,
    int trainTokens,
    int testTokens,
    String commit,
    double error,
    double nll,
    double ece,
    double seconds,
    List<Stage> stages) {
  /**
   * How good predictions were while a method still learned.
   *
   * @param seconds of learning until then; predictions on the way are not counted
   */
  record Stage(double seconds, double error, double nll) {}

  /** Copies the stages. */
  FoldRow {
    stages = stages == null ? List.of() : List.copyOf(stages);
  }

  /** One line for people. */
  String line() {
    return Tables.format(
        "%s, %s, fold %d: error %.2f %%, nll %.4f, ece %.2f %%, %.2f s",
        task.displayName(), row, fold, 100 * error, nll, 100 * ece, seconds);
  }

  /** Puts rows of the same task and way to learn together, in the order of their first one. */
  static List<List<FoldRow>> groups(List<FoldRow> rows) {
    Map<List<Object>, List<FoldRow>> groups = new LinkedHashMap<>();
    for (FoldRow row : rows) {
      groups.computeIfAbsent(List.of(row.task, row.row), key -> new ArrayList<>()).add(row);
    }
    return List.copyOf(groups.values());
  }

  /**
   * A paired test on the folds that both have; empty if there are fewer than two. Small and large
   * experiments have folds of the same number, but not of the same sentences.
   */
  static Optional<PairedTest> compare(
      List<FoldRow> one, List<FoldRow> other, ToDoubleFunction<FoldRow> figure) {
    List<double[]> pairs = new ArrayList<>();
    for (FoldRow a : one) {
      for (FoldRow b : other) {
        if (a.isSameFold(b)) {
          pairs.add(new double[] {figure.applyAsDouble(a), figure.applyAsDouble(b)});
        }
      }
    }
    return pairs.size() < 2
        ? Optional.empty()
        : Optional.of(
            PairedTest.of(
                pairs.stream().mapToDouble(pair -> pair[0]).toArray(),
                pairs.stream().mapToDouble(pair -> pair[1]).toArray()));
  }

  boolean isSameFold(FoldRow other) {
    return task == other.task
        && fold == other.fold
        && trainTokens == other.trainTokens
        && testTokens == other.testTokens;
  }
}
