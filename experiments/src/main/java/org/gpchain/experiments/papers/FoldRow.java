package org.gpchain.experiments.papers;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.lab.PairedTest;
import org.gpchain.experiments.lab.Tables;

/**
 * The results of a table row on one fold of a task. In JSON, the components of the nested records
 * are fields of one flat object.
 *
 * @param settings settings of the run, as text; results with different settings are not combined
 * @param row name of the table row
 * @param taskFold the fold of the task
 * @param commit commit of the code; null if unknown
 * @param scores scores on the test tokens
 * @param seconds processor time of learning and prediction (seconds)
 * @param stages intermediate results during learning; empty if they were not evaluated
 */
record FoldRow(
    String settings,
    String row,
    @JsonUnwrapped TaskFold taskFold,
    String commit,
    @JsonUnwrapped FoldScores scores,
    double seconds,
    List<Stage> stages) {
  /**
   * A fold of a task. Small and large experiments have folds with the same number and different
   * sentences, which the numbers of tokens distinguish.
   *
   * @param task the task
   * @param fold number of the fold, from 1
   * @param trainTokens number of training tokens; 0 if unknown
   * @param testTokens number of test tokens; 0 if unknown
   */
  record TaskFold(GpstructTask task, int fold, int trainTokens, int testTokens) {}

  /**
   * Scores on the test tokens of a fold.
   *
   * @param error share of tokens whose most probable label is wrong, in [0, 1]
   * @param nll mean −log marginal probability of the gold label (nats per token)
   * @param ece expected calibration error over 15 bins, in [0, 1]
   */
  record FoldScores(double error, double nll, double ece) {}

  /**
   * Intermediate results during learning.
   *
   * @param seconds processor time of learning so far, without intermediate predictions (seconds)
   * @param error share of tokens whose most probable label is wrong
   * @param nll mean −log marginal probability of the gold label (nats per token)
   */
  record Stage(double seconds, double error, double nll) {}

  /** Copies the stages; null stands for no stages. */
  FoldRow {
    stages = List.copyOf(Objects.requireNonNullElse(stages, List.of()));
  }

  /** Returns a line of text with the results. */
  String line() {
    return Tables.format(
        "%s, %s, fold %d: error %.2f %%, nll %.4f, ece %.2f %%, %.2f s",
        taskFold.task.displayName(),
        row,
        taskFold.fold,
        100 * scores.error,
        scores.nll,
        100 * scores.ece,
        seconds);
  }

  /** Groups results by task and table row. The groups are in the order of their first results. */
  static List<List<FoldRow>> groups(List<FoldRow> rows) {
    Map<List<Object>, List<FoldRow>> groups = new LinkedHashMap<>();
    for (FoldRow row : rows) {
      groups
          .computeIfAbsent(List.of(row.taskFold.task, row.row), key -> new ArrayList<>())
          .add(row);
    }
    return List.copyOf(groups.values());
  }

  /**
   * Compares two table rows by a paired test on their common folds.
   *
   * @return the test, or empty if there are fewer than two common folds
   */
  static Optional<PairedTest> compare(
      List<FoldRow> first, List<FoldRow> second, ToDoubleFunction<FoldScores> figure) {
    DoubleStream.Builder firstFigures = DoubleStream.builder();
    DoubleStream.Builder secondFigures = DoubleStream.builder();
    int count = 0;
    for (FoldRow a : first) {
      for (FoldRow b : second) {
        if (a.taskFold.equals(b.taskFold)) {
          firstFigures.add(figure.applyAsDouble(a.scores));
          secondFigures.add(figure.applyAsDouble(b.scores));
          count++;
        }
      }
    }

    if (count < 2) {
      return Optional.empty();
    }
    return Optional.of(
        PairedTest.of(firstFigures.build().toArray(), secondFigures.build().toArray()));
  }
}
