package org.gpchain.experiments.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gpchain.corpora.InputException;
import org.gpchain.corpora.Utf8Lines;

/** Reads the names of a task's labels. */
final class LabelNames {
  /** Stands in files for every label that the dictionary was made without. */
  static final int ABSENT = -1;

  private LabelNames() {}

  /**
   * Reads a file of {@code number TAB label}.
   *
   * @param count number of labels V that the task has
   * @return the names of the labels 0 … V−1
   * @throws InputException if it cannot be used
   */
  static List<String> read(Path file, int count) throws IOException {
    Map<Integer, String> names = new TreeMap<>();
    try (Utf8Lines lines = new Utf8Lines(file)) {
      for (String text = lines.next(); text != null; text = lines.next()) {
        String[] cells = text.split("\t", -1);
        if (cells.length != 2) {
          throw new InputException(
              file, lines.line(), "expected a number, a TAB and a label", "fix the line");
        }
        int number = IntegerField.parse(file, lines.line(), "the number of a label", cells[0]);
        if (number < ABSENT || number >= count || names.put(number, cells[1]) != null) {
          throw new InputException(
              file,
              lines.line(),
              "the number of a label must be one from 0 to "
                  + (count - 1)
                  + ", and there once, but is "
                  + number,
              "fix the line");
        }
      }
    }
    names.remove(ABSENT);
    if (names.size() != count) {
      throw new InputException(
          file,
          0,
          "this task has " + count + " labels, but the file names " + names.size(),
          "take the whole file");
    }
    return List.copyOf(names.values());
  }
}
