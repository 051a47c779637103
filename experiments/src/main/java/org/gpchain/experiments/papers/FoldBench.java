package org.gpchain.experiments.papers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.commons.io.function.IOBiConsumer;
import org.gpchain.experiments.data.GpstructData;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.data.WordFeatures;
import org.gpchain.experiments.lab.ProcessorTime;
import org.gpchain.experiments.lab.RowFile;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.words.WordVectorFile;
import org.gpchain.internal.evaluation.TokenScores;
import org.gpchain.internal.training.TrainerSettings.Run;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.data.WordVectors;

/**
 * Runs rows of tables on tasks and folds, except folds that have results already.
 *
 * @param directory folder of the tasks' files
 * @param from number of the first sentence of the folds in the file, from 1
 * @param run threads and seed
 * @param remarks receives messages for the user
 * @param learners returns the learner of a method
 * @param clock returns the processor time in nanoseconds, from an arbitrary origin
 */
record FoldBench(
    Path directory,
    int from,
    Run run,
    Consumer<String> remarks,
    Function<GpstructMethod, FoldLearner> learners,
    LongSupplier clock) {
  /**
   * Checks the number of the first sentence.
   *
   * @throws IllegalArgumentException if it is less than 1
   */
  FoldBench {
    Checks.atLeast("--from", from, 1);
  }

  /** Returns a bench with the learners of {@link FoldLearners} that measures processor time. */
  static FoldBench of(Path directory, int from, Run run, Consumer<String> remarks) {
    return new FoldBench(
        directory, from, run, remarks, FoldLearners::of, ProcessorTime::nanoseconds);
  }

  /**
   * A row of a table on one task.
   *
   * @param row the row
   * @param task the task
   * @param folds numbers of the folds to run
   * @param watched number of the fold whose predictions are evaluated also during learning, which
   *     may take longer than learning itself; 0 for none
   * @param commit commit of the code, for the results; null if unknown
   */
  record Cell(PaperRow row, GpstructTask task, List<Integer> folds, int watched, String commit) {}

  /**
   * Runs all folds without results. All tasks are read before the first fold, so that malformed
   * files are reported early.
   *
   * @param rows existing results, to which new results are added
   * @param taker receives each new result and its marginals
   * @return the results of all cells
   * @throws IOException if a file cannot be read or written
   */
  List<FoldRow> run(
      List<Cell> cells, RowFile<FoldRow> rows, IOBiConsumer<FoldRow, double[][]> taker)
      throws IOException {
    Map<List<Object>, GpstructData> data = new HashMap<>();
    for (Cell cell : cells) {
      List<Object> key = key(cell);
      if (!isComplete(cell, rows) && !data.containsKey(key)) {
        data.put(key, read(cell.row(), cell.task()));
      }
    }

    List<FoldRow> results = new ArrayList<>();
    for (Cell cell : cells) {
      GpstructData dataOfCell = data.get(key(cell));
      for (int fold : cell.folds()) {
        FoldRow result =
            rows.get(row -> is(row, cell, fold), () -> learn(dataOfCell, cell, fold, taker));
        results.add(result);
      }
    }
    return results;
  }

  private boolean isComplete(Cell cell, RowFile<FoldRow> rows) {
    for (int fold : cell.folds()) {
      if (rows.find(row -> is(row, cell, fold)).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** Returns the part of a cell that determines its data. */
  private static List<Object> key(Cell cell) {
    GrayBoxForm form = cell.row().form();
    return List.of(cell.task(), cell.row().large(), "" + form.embeddings(), form.wordLines());
  }

  private boolean is(FoldRow row, Cell cell, int fold) {
    return row.taskFold().fold() == fold && cell.row().made(row, cell.task(), run.seed(), from);
  }

  private FoldRow learn(
      GpstructData data, Cell cell, int number, IOBiConsumer<FoldRow, double[][]> taker)
      throws IOException {
    GpstructData.Fold fold = data.fold(number);
    PaperRow row = cell.row();
    Stopwatch stopwatch = new Stopwatch();
    List<FoldRow.Stage> stages = new ArrayList<>();
    Consumer<Supplier<double[][]>> watcher = stage -> {};
    if (cell.watched() == number) {
      watcher = stage -> stages.add(stopwatch.evaluate(stage, fold.test()));
    }

    FoldLearner learner = learners.apply(row.method());
    double[][] marginals = learner.marginals(data, number, row, this, watcher);
    TokenScores scores = score(fold.test(), marginals);
    FoldRow.TaskFold taskFold =
        new FoldRow.TaskFold(
            cell.task(), number, fold.train().tokenCount(), fold.test().tokenCount());
    FoldRow result =
        new FoldRow(
            row.settings(run.seed(), from),
            row.name(),
            taskFold,
            cell.commit(),
            new FoldRow.FoldScores(scores.error(), scores.nll(), scores.ece()),
            stopwatch.seconds(clock.getAsLong()),
            stages);
    taker.accept(result, marginals);
    return result;
  }

  /** Measures the time of learning, without the evaluation of stages. */
  private final class Stopwatch {
    private long start = clock.getAsLong();

    double seconds(long now) {
      return (now - start) / 1e9;
    }

    FoldRow.Stage evaluate(Supplier<double[][]> marginals, LabeledRows test) {
      long now = clock.getAsLong();
      TokenScores scores = score(test, marginals.get());
      FoldRow.Stage stage = new FoldRow.Stage(seconds(now), scores.error(), scores.nll());
      start += clock.getAsLong() - now;
      return stage;
    }
  }

  /**
   * Scores marginals by maximum-marginal decoding. Ties go to the label with the smallest index.
   *
   * @param marginals marginals of each sentence, {@code [T×V]}, row-major; not modified
   */
  static TokenScores score(LabeledRows test, double[][] marginals) {
    Checks.length("marginals", marginals.length, test.sentenceCount(), "[sentences]");
    TokenScores scores = new TokenScores();
    int v = test.labelCount();
    for (int n = 0; n < marginals.length; n++) {
      double[] ofSentence = marginals[n];
      int length = test.length(n);
      Checks.length("marginals of sentence " + n, ofSentence.length, (long) length * v, "[T×V]");

      int[] gold = test.labelsOf(n);
      for (int t = 0; t < length; t++) {
        int row = t * v;
        scores.add(label -> ofSentence[row + label], v, gold[t]);
      }
    }
    return scores;
  }

  /** Reads the data of a task, and the word vectors if the kernel needs them. */
  private GpstructData read(PaperRow row, GpstructTask task) throws IOException {
    GpstructData data = GpstructData.read(directory, task, row.large(), from);
    String note = "gpchain: note: " + task.displayName() + ": ";
    if (data.absentLabels() > 0) {
      String label = data.labelNames().get(0);
      remarks.accept(
          note + "labels that are -1 and read as 0 (" + label + "): " + data.absentLabels());
    }
    if (row.form().embeddings() == null) {
      return data;
    }

    Path file = Path.of(row.form().embeddings());
    WordFeatures words = WordFeatures.of(data.features(), row.form().wordLines());
    WordVectors vectors = WordVectorFile.read(file, words.words(), 0);
    long found = words.found(vectors);
    remarks.accept(
        note + "features of words with a vector: " + found + " of " + words.words().size());
    if (found == 0) {
      throw new InputException(
          file,
          "no word of the lines " + row.form().wordLines() + " has a vector in this file",
          "give vectors of the task's language, or the lines that are words: --word-lines");
    }
    return data.withEmbeddings(words.kernels(vectors));
  }
}
