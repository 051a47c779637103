package org.gpchain.corpora.vectors;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.gpchain.corpora.InputException;
import org.gpchain.corpora.Utf8Lines;

/**
 * Text formats: one word and its numbers per line, with single spaces between them. Those of
 * word2vec and fastText have a first line with the number of words and of the numbers of each,
 * GloVe's have none.
 */
final class TextWordVectors {
  private TextWordVectors() {}

  static void read(Path file, WordVectorsBuilder out) throws IOException {
    try (Utf8Lines lines = new Utf8Lines(file)) {
      String first = lines.next();
      if (isVector(first)) {
        out.withDimension(first.strip().split(" ", -1).length - 1);
        for (String text = first; text != null; text = lines.next()) {
          add(file, lines.line(), text, out);
        }
        return;
      }
      int count = out.header(first);
      for (int i = 0; i < count; i++) {
        String text = lines.next();
        if (text == null) {
          throw out.ended(i, count);
        }
        add(file, lines.line(), text, out);
      }
      if (lines.next() != null) {
        throw new InputException(
            file,
            lines.line(),
            "there are more words than the " + count + " of the first line",
            "fix the first line");
      }
    }
  }

  private static boolean isVector(String first) {
    String[] cells = first == null ? new String[0] : first.strip().split(" ", -1);
    return cells.length > 2
        && Arrays.stream(cells)
            .skip(1)
            .allMatch(cell -> cell.matches("-?[0-9.]+([eE][-+]?[0-9]+)?"));
  }

  private static void add(Path file, int line, String text, WordVectorsBuilder out)
      throws InputException {
    int space = text.indexOf(' ');
    String word = space < 0 ? text : text.substring(0, space);
    if (!out.wants(line, word)) {
      return;
    }
    String[] cells = text.substring(word.length()).strip().split(" ", -1);
    if (cells.length != out.dimension()) {
      throw new InputException(
          file,
          line,
          "expected a word and " + out.dimension() + " numbers, found " + cells.length + " numbers",
          "fix the line");
    }
    float[] vector = new float[cells.length];
    for (int k = 0; k < vector.length; k++) {
      vector[k] = number(file, line, cells[k]);
    }
    out.add(line, word, vector);
  }

  private static float number(Path file, int line, String text) throws InputException {
    try {
      return Float.parseFloat(text);
    } catch (NumberFormatException e) {
      throw new InputException(file, line, "'" + text + "' is not a number; fix the line", e);
    }
  }
}
