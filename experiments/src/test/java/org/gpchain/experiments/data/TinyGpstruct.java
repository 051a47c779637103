package org.gpchain.experiments.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.StringJoiner;

/** Writes artificial data for a task that are easy to learn: one feature determines the label. */
public final class TinyGpstruct {
  /** Unordered ids, and no feature for U01. The columns of the ids 2, 4, 6, 8 are 0, 1, 2, 3. */
  public static final String FEATURES =
      """
      id\tcount_in_train\tfeature
      0\t99\tB
      2\t50\tU00:a
      8\t30\tU10
      4\t50\tU00:b:c
      6\t40\tU02:x/y
      """;

  private static final int[] STRIDES = {1, 7, 11, 13, 17};

  private TinyGpstruct() {}

  /** Writes all files of a task into a folder. */
  public static void write(Path directory, GpstructTask task, boolean large) throws IOException {
    int sentences = task.size(large).sentences();
    Files.writeString(directory.resolve(task + ".features.tsv"), FEATURES);
    Files.writeString(directory.resolve(task + ".labels.tsv"), labels(task.labelCount()));
    Files.writeString(directory.resolve(task + ".seq"), sequences(sentences));
    Files.writeString(directory.resolve(splitName(sentences)), split(sentences));
  }

  /** Returns the name of the file with the folds. */
  public static String splitName(int sentences) {
    return "datasplit.n_data=" + sentences + ".txt";
  }

  private static String labels(int count) {
    StringBuilder lines = new StringBuilder("-1\t(none)\n");
    for (int v = 0; v < count; v++) {
      lines.append(String.format(Locale.ROOT, "%d\tL%d%n", v, v));
    }
    return lines.toString();
  }

  /** Sentence n (from 0) has 1 + n mod 3 tokens; token t has the label (n + t) mod 2. */
  private static String sequences(int count) {
    StringBuilder lines = new StringBuilder();
    for (int n = 0; n < count; n++) {
      for (int t = 0; t <= n % 3; t++) {
        lines.append((n + t) % 2 == 0 ? "0 2" : "1 4").append(t == 0 ? " 6\n" : "\n");
      }
      lines.append('\n');
    }
    return lines.toString();
  }

  private static String split(int sentences) {
    StringBuilder lines = new StringBuilder();
    for (int stride : STRIDES) {
      StringJoiner line = new StringJoiner(" ");
      for (int i = 0; i < sentences; i++) {
        line.add(Integer.toString(1 + i * stride % sentences));
      }
      lines.append(line).append('\n');
    }
    return lines.toString();
  }
}
