package org.gpchain.experiments.papers;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.gpchain.experiments.data.GpstructData;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.lab.RowFile;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.evaluation.TokenScores;
import org.gpchain.internal.training.io.AtomicFile;

/**
 * What is there of the papers' tables: the rows, and beside their file the marginals of the test
 * tokens of each fold, which are large, and how far they are from the sampler's, so that the page
 * can be made again without them.
 */
final class PaperResults {
  private static final Pattern VECTORS =
      Pattern.compile(".*, embeddings=(?!null,)(.+), wordLines=.*");

  private final Path folder;
  private final long seed;

  /** The rows. */
  final RowFile<FoldRow> rows;

  private final RowFile<Distance> distances;

  /**
   * How far the marginals of one way to learn are from those of another one.
   *
   * @param settings of both
   * @param mean absolute difference of the probability of a label, over labels and test tokens
   * @param share of the test tokens whose likeliest label is another one
   */
  record Distance(
      String settings, String row, GpstructTask task, double mean, double share, int folds) {}

  /**
   * Reads what is there.
   *
   * @param seed of the results that are looked for
   */
  PaperResults(Path file, long seed) throws IOException {
    this.folder = file.toAbsolutePath().getParent();
    this.seed = seed;
    this.rows = RowFile.open(file, FoldRow.class, null);
    this.distances = RowFile.open(folder.resolve("distances.jsonl"), Distance.class, null);
  }

  /** The folds of a row and task that were run with the same settings, maybe none. */
  List<FoldRow> find(PaperRow row, GpstructTask task) {
    return rows.all(result -> row.made(result, task, seed, 1));
  }

  /** The word vectors that the first row with some names in its settings; null if none does. */
  String embeddings() {
    return rows.find(row -> VECTORS.matcher(row.settings()).find())
        .map(row -> VECTORS.matcher(row.settings()).replaceFirst("$1"))
        .orElse(null);
  }

  /** Keeps the marginals of a fold's test sentences. */
  void keep(FoldRow row, double[][] marginals) throws IOException {
    AtomicFile.write(
        marginalsFile(row.row(), row.task(), row.fold()),
        out -> {
          DataOutputStream data = new DataOutputStream(out);
          data.writeInt(marginals.length);
          for (double[] sentence : marginals) {
            data.writeInt(sentence.length);
            for (double probability : sentence) {
              data.writeFloat((float) probability);
            }
          }
          data.flush();
        });
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
   * How far a row's marginals are from another row's: from the marginals, or as it was when there
   * were marginals of more folds. Empty if neither is there.
   */
  Optional<Distance> distance(PaperRow row, PaperRow other, GpstructTask task) throws IOException {
    String settings = row.settings(seed, 1) + "; " + other.settings(seed, 1);
    Optional<Distance> kept =
        distances
            .all(
                d ->
                    d.settings().equals(settings) && d.row().equals(row.name()) && d.task() == task)
            .stream()
            .reduce((first, second) -> second);
    Optional<Distance> now = measure(settings, row, other, task);
    int folds = kept.map(Distance::folds).orElse(0);
    if (now.isEmpty() || now.get().folds() < folds || now.equals(kept)) {
      return kept;
    }
    distances.add(now.get());
    return now;
  }

  private Optional<Distance> measure(
      String settings, PaperRow row, PaperRow other, GpstructTask task) throws IOException {
    double sum = 0;
    long probabilities = 0;
    long tokens = 0;
    long different = 0;
    int folds = 0;
    int v = task.labelCount();
    for (int fold = 1; fold <= GpstructData.FOLDS; fold++) {
      Optional<float[][]> first = marginals(row.name(), task, fold);
      Optional<float[][]> second = marginals(other.name(), task, fold);
      if (first.isEmpty() || second.isEmpty()) {
        continue;
      }
      folds++;
      Checks.length("sentences", first.get().length, second.get().length, "[sentences]");
      for (int n = 0; n < first.get().length; n++) {
        float[] a = first.get()[n];
        float[] b = second.get()[n];
        sum =
            IntStream.range(0, a.length)
                .mapToDouble(i -> Math.abs(a[i] - b[i]))
                .reduce(sum, Double::sum);
        for (int start = 0; start < a.length; start += v) {
          int at = start;
          int one = TokenScores.likeliest(label -> a[at + label], v);
          different += one == TokenScores.likeliest(label -> b[at + label], v) ? 0 : 1;
        }
        probabilities += a.length;
        tokens += a.length / v;
      }
    }
    return folds == 0
        ? Optional.empty()
        : Optional.of(
            new Distance(
                settings,
                row.name(),
                task,
                sum / probabilities,
                (double) different / tokens,
                folds));
  }
}
