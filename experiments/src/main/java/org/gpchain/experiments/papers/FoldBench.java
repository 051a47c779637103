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
 * Learns and predicts rows × tasks × folds: what is not there yet.
 *
 * @param directory of the tasks' files
 * @param from number of the sentence, from 1, that the folds' first sentence is
 * @param remarks takes what there is to say beside the figures
 * @param clock nanoseconds, from any origin
 */
record FoldBench(
    Path directory,
    int from,
    Run run,
    Consumer<String> remarks,
    Function<GpstructMethod, FoldLearner> learners,
    LongSupplier clock) {
  /** Checks the number of the sentence. */
  FoldBench {
    Checks.atLeast("--from", from, 1);
  }

  /** With the learners of the methods, in processor time. */
  static FoldBench of(Path directory, int from, Run run, Consumer<String> remarks) {
    return new FoldBench(
        directory, from, run, remarks, FoldLearners::of, ProcessorTime::nanoseconds);
  }

  /**
   * A row of a table on one task.
   *
   * @param watched a fold whose predictions on the way are looked at, which may take longer than
   *     learning does; 0 for none
   */
  record Cell(PaperRow row, GpstructTask task, List<Integer> folds, int watched, String commit) {}

  /**
   * Learns what is missing. All tasks are read before the first one is learned, so that a bad file
   * is known at once.
   *
   * @param rows those that are there; takes new ones
   * @param taker is given each new fold and its marginals
   * @return the rows of all cells
   */
  List<FoldRow> run(
      List<Cell> cells, RowFile<FoldRow> rows, IOBiConsumer<FoldRow, double[][]> taker)
      throws IOException {
    Map<List<Object>, GpstructData> data = new HashMap<>();
    for (Cell cell : cells) {
      boolean isThere =
          cell.folds().stream().allMatch(fold -> rows.find(r -> is(r, cell, fold)).isPresent());
      List<Object> key = key(cell);
      if (!isThere && !data.containsKey(key)) {
        data.put(key, read(cell.row(), cell.task()));
      }
    }
    List<FoldRow> all = new ArrayList<>();
    for (Cell cell : cells) {
      for (int fold : cell.folds()) {
        all.add(
            rows.get(
                row -> is(row, cell, fold), () -> learn(data.get(key(cell)), cell, fold, taker)));
      }
    }
    return all;
  }

  private static List<Object> key(Cell cell) {
    GrayBoxForm form = cell.row().form();
    return List.of(cell.task(), cell.row().large(), "" + form.embeddings(), form.wordLines());
  }

  private boolean is(FoldRow row, Cell cell, int fold) {
    return row.fold() == fold && cell.row().made(row, cell.task(), run.seed(), from);
  }

  private FoldRow learn(
      GpstructData data, Cell cell, int number, IOBiConsumer<FoldRow, double[][]> taker)
      throws IOException {
    GpstructData.Fold fold = data.fold(number);
    PaperRow row = cell.row();
    List<FoldRow.Stage> stages = new ArrayList<>();
    long[] start = {clock.getAsLong()};
    Consumer<Supplier<double[][]>> watcher =
        marginals -> {
          // The clock stands still while predictions are looked at.
          long now = clock.getAsLong();
          TokenScores scores = score(fold.test(), marginals.get());
          stages.add(new FoldRow.Stage((now - start[0]) / 1e9, scores.error(), scores.nll()));
          start[0] += clock.getAsLong() - now;
        };
    double[][] marginals =
        learners
            .apply(row.method())
            .marginals(data, number, row, this, cell.watched() == number ? watcher : nobody -> {});
    TokenScores scores = score(fold.test(), marginals);
    FoldRow made =
        new FoldRow(
            row.settings(run.seed(), from),
            row.name(),
            cell.task(),
            number,
            fold.train().tokenCount(),
            fold.test().tokenCount(),
            cell.commit(),
            scores.error(),
            scores.nll(),
            scores.ece(),
            (clock.getAsLong() - start[0]) / 1e9,
            stages);
    taker.accept(made, marginals);
    return made;
  }

  /**
   * Scores marginals by maximum-marginal decoding, where the lowest label number wins ties.
   *
   * @param marginals for each sentence {@code [T×V]} row-major; not modified
   */
  static TokenScores score(LabeledRows test, double[][] marginals) {
    Checks.length("marginals", marginals.length, test.sentenceCount(), "[sentences]");
    TokenScores scores = new TokenScores();
    int v = test.labelCount();
    for (int n = 0; n < marginals.length; n++) {
      double[] own = marginals[n];
      int length = test.length(n);
      Checks.length("marginals of sentence " + n, own.length, (long) length * v, "[T×V]");
      for (int t = 0; t < length; t++) {
        int row = t * v;
        scores.add(label -> own[row + label], v, test.labels()[test.sentenceStart()[n] + t]);
      }
    }
    return scores;
  }

  /** Reads a task with the word vectors that a kernel needs. */
  private GpstructData read(PaperRow row, GpstructTask task) throws IOException {
    GpstructData data = GpstructData.read(directory, task, row.large(), from);
    String note = "gpchain: note: " + task.displayName() + ": ";
    if (data.absentLabels() > 0) {
      remarks.accept(
          note
              + "labels that are -1 and read as 0 ("
              + data.labelNames().get(0)
              + "): "
              + data.absentLabels());
    }
    if (row.form().embeddings() == null) {
      return data;
    }
    Path file = Path.of(row.form().embeddings());
    WordFeatures words = WordFeatures.of(data.features(), row.form().wordLines());
    WordVectors vectors = WordVectorFile.read(file, words.words(), 0);
    long found = words.found(vectors);
    remarks.accept(
        note + "features of words that have a vector: " + found + " of " + words.words().size());
    if (found == 0) {
      throw new InputException(
          file,
          "no word of the lines " + row.form().wordLines() + " has a vector in this file",
          "give vectors of the task's language, or the lines that are words: --word-lines");
    }
    return data.withEmbeddings(words.kernels(vectors));
  }
}
