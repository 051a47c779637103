package org.gpchain.experiments.papers;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gpchain.experiments.data.GpstructData;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.lab.RowFile;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.evaluation.TokenScores;
import org.gpchain.internal.training.io.AtomicFile;

/**
 * Stored results of the papers' tables: a row per fold, the marginals of the test tokens of each
 * fold, and the distances of the marginals from the sampler's. With the stored distances, the page
 * can be generated without the marginals, which are large.
 */
final class PaperResults {
  /** Settings of a row with word vectors, and the file of the vectors. */
  private static final Pattern VECTORS =
      Pattern.compile(".*, embeddings=(?!null,)(.+), wordLines=.*");

  private final Path folder;
  private final long seed;

  /** The results of all folds. */
  final RowFile<FoldRow> rows;

  private final RowFile<Distance> distances;

  /**
   * A distance between the marginals of two table rows on a task.
   *
   * @param settings settings of both rows
   * @param row name of the first row
   * @param task the task
   * @param mean mean absolute difference of the probability of a label, over labels and test tokens
   * @param share share of the test tokens whose most probable label differs
   * @param folds number of common folds
   */
  record Distance(
      String settings, String row, GpstructTask task, double mean, double share, int folds) {}

  /**
   * Reads the stored results.
   *
   * @param file file of the rows; the other files are in the same folder
   * @param seed seed of the results to find
   * @throws IOException if a file cannot be read
   */
  PaperResults(Path file, long seed) throws IOException {
    this.folder = file.toAbsolutePath().getParent();
    this.seed = seed;
    this.rows = RowFile.open(file, FoldRow.class, null);
    this.distances = RowFile.open(folder.resolve("distances.jsonl"), Distance.class, null);
  }

  /** Returns the results of a table row on a task, in the order of the file; may be empty. */
  List<FoldRow> find(PaperRow row, GpstructTask task) {
    return rows.all(result -> row.made(result, task, seed, 1));
  }

  /** Returns the file of word vectors in the settings of the first row that has one, or null. */
  String embeddings() {
    for (FoldRow row : rows.all()) {
      Matcher settings = VECTORS.matcher(row.settings());
      if (settings.find()) {
        return settings.replaceFirst("$1");
      }
    }
    return null;
  }

  /** Stores the marginals of a fold's test sentences. */
  void keep(FoldRow row, double[][] marginals) throws IOException {
    Path file = marginalsFile(row.row(), row.taskFold().task(), row.taskFold().fold());
    AtomicFile.write(file, out -> write(marginals, out));
  }

  private static void write(double[][] marginals, OutputStream out) throws IOException {
    DataOutputStream data = new DataOutputStream(out);
    data.writeInt(marginals.length);
    for (double[] sentence : marginals) {
      data.writeInt(sentence.length);
      for (double probability : sentence) {
        data.writeFloat((float) probability);
      }
    }
    data.flush();
  }

  private Optional<float[][]> marginals(String row, GpstructTask task, int fold)
      throws IOException {
    Path file = marginalsFile(row, task, fold);
    if (!Files.exists(file)) {
      return Optional.empty();
    }

    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      float[][] marginals = new float[in.readInt()][];
      for (int n = 0; n < marginals.length; n++) {
        marginals[n] = new float[in.readInt()];
        for (int i = 0; i < marginals[n].length; i++) {
          marginals[n][i] = in.readFloat();
        }
      }
      return Optional.of(marginals);
    }
  }

  private Path marginalsFile(String row, GpstructTask task, int fold) {
    return folder.resolve("marginals").resolve(row + "-" + task + "-" + fold + ".bin");
  }

  /**
   * Returns the distance between the marginals of two table rows on a task. It is computed from the
   * stored marginals. If the stored distance has more folds, the result is the stored distance.
   *
   * @return the distance, or empty if there are neither marginals nor a stored distance
   */
  Optional<Distance> distance(PaperRow row, PaperRow other, GpstructTask task) throws IOException {
    String settings = row.settings(seed, 1) + "; " + other.settings(seed, 1);
    Optional<Distance> stored = storedDistance(settings, row, task);
    Optional<Distance> measured = measure(settings, row, other, task);
    int storedFolds = stored.map(Distance::folds).orElse(0);
    if (measured.isEmpty() || measured.get().folds() < storedFolds || measured.equals(stored)) {
      return stored;
    }

    distances.add(measured.get());
    return measured;
  }

  /** Returns the last stored distance. */
  private Optional<Distance> storedDistance(String settings, PaperRow row, GpstructTask task) {
    Distance last = null;
    for (Distance distance : distances.all()) {
      if (distance.settings().equals(settings)
          && distance.row().equals(row.name())
          && distance.task() == task) {
        last = distance;
      }
    }
    return Optional.ofNullable(last);
  }

  private Optional<Distance> measure(
      String settings, PaperRow row, PaperRow other, GpstructTask task) throws IOException {
    DistanceSum sum = new DistanceSum(task.labelCount());
    int folds = 0;
    for (int fold = 1; fold <= GpstructData.FOLDS; fold++) {
      Optional<float[][]> first = marginals(row.name(), task, fold);
      Optional<float[][]> second = marginals(other.name(), task, fold);
      if (first.isPresent() && second.isPresent()) {
        folds++;
        sum.add(first.get(), second.get());
      }
    }

    if (folds == 0) {
      return Optional.empty();
    }
    return Optional.of(new Distance(settings, row.name(), task, sum.mean(), sum.share(), folds));
  }

  /** Sums of the differences between marginals. */
  private static final class DistanceSum {
    private final int labelCount;
    private double difference;
    private long probabilities;
    private long tokens;
    private long tokensWithOtherLabel;

    DistanceSum(int labelCount) {
      this.labelCount = labelCount;
    }

    /** Adds the marginals of the sentences of a fold. */
    void add(float[][] first, float[][] second) {
      Checks.length("sentences", first.length, second.length, "[sentences]");
      for (int n = 0; n < first.length; n++) {
        add(first[n], second[n]);
      }
    }

    private void add(float[] first, float[] second) {
      for (int i = 0; i < first.length; i++) {
        difference += Math.abs(first[i] - second[i]);
      }
      for (int start = 0; start < first.length; start += labelCount) {
        if (likeliest(first, start) != likeliest(second, start)) {
          tokensWithOtherLabel++;
        }
      }
      probabilities += first.length;
      tokens += first.length / labelCount;
    }

    private int likeliest(float[] marginals, int start) {
      return TokenScores.likeliest(label -> marginals[start + label], labelCount);
    }

    double mean() {
      return difference / probabilities;
    }

    double share() {
      return (double) tokensWithOtherLabel / tokens;
    }
  }
}
