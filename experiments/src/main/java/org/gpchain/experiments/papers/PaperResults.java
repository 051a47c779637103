package org.gpchain.experiments.papers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.gpchain.corpora.InputException;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.report.ReportJson;
import org.gpchain.training.io.AtomicFile;

/**
 * A folder of results: for each row and task a JSON file, brought up to date after each fold, and
 * for each fold the marginals of its test tokens. A run that was stopped goes on from what is
 * there. The marginals are large; how far they are from the sampler's is kept in small files, so
 * that the page can be made again without them.
 */
final class PaperResults {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;

  PaperResults(Path folder) {
    this.folder = folder;
  }

  /** What is there of a row and task, if it was run with the same settings. */
  Optional<PaperResult> find(PaperRow row, GpstructTask task, long seed) throws IOException {
    return Optional.ofNullable(read(file(row, task), PaperResult.class))
        .filter(found -> found.settings().equals(settings(row, seed)));
  }

  /** Nothing yet of a row. */
  static PaperResult none(PaperRow row, long seed) {
    return new PaperResult(settings(row, seed), List.of());
  }

  private static String settings(PaperRow row, long seed) {
    return String.join(
        ", ",
        row.method().toString(),
        row.large() ? "large" : "small",
        "samples " + row.samples(),
        row.form().toString(),
        row.ess().toString(),
        "seed " + seed);
  }

  /**
   * Keeps a fold.
   *
   * @param result of all folds, this one last
   * @param marginals of its test sentences
   */
  void add(PaperRow row, GpstructTask task, PaperResult result, double[][] marginals)
      throws IOException {
    int fold = result.folds().get(result.folds().size() - 1).fold();
    AtomicFile.write(
        marginalsFile(row, task, fold),
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
    AtomicFile.write(file(row, task), out -> ReportJson.write(result, out));
  }

  /** The marginals of a fold's test sentences; empty if they are not there. */
  Optional<float[][]> marginals(PaperRow row, GpstructTask task, int fold) throws IOException {
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

  /**
   * A distance, and what it is between.
   *
   * @param settings of both rows
   */
  private record KeptDistance(String settings, MarginalDistance distance) {}

  /**
   * How far a row's marginals are from another row's: from the marginals, or as it was when there
   * were marginals of more folds. Empty if neither is there.
   */
  Optional<MarginalDistance> distance(PaperRow row, PaperRow other, GpstructTask task, long seed)
      throws IOException {
    Path file = folder.resolve("distances").resolve(row.name() + "-" + task + ".json");
    String settings = settings(row, seed) + "; " + settings(other, seed);
    Optional<MarginalDistance> kept =
        Optional.ofNullable(read(file, KeptDistance.class))
            .filter(found -> found.settings().equals(settings))
            .map(KeptDistance::distance);
    Optional<MarginalDistance> now = MarginalDistance.of(this, row, other, task);
    int folds = kept.map(MarginalDistance::folds).orElse(0);
    if (now.isEmpty() || now.get().folds() < folds || now.equals(kept)) {
      return kept;
    }
    AtomicFile.write(file, out -> ReportJson.write(new KeptDistance(settings, now.get()), out));
    return now;
  }

  private static <T> T read(Path file, Class<T> type) throws IOException {
    if (!Files.exists(file)) {
      return null;
    }
    try {
      return JSON.readValue(file.toFile(), type);
    } catch (JsonProcessingException e) {
      throw new InputException(
          file, 0, "this is no result of experiment papers; remove it, and it is made again", e);
    }
  }

  private Path file(PaperRow row, GpstructTask task) {
    return folder.resolve(row.name() + "-" + task + ".json");
  }

  private Path marginalsFile(PaperRow row, GpstructTask task, int fold) {
    return folder.resolve("marginals").resolve(row.name() + "-" + task + "-" + fold + ".bin");
  }
}
