package org.gpchain.pipelines.embedding;

import java.io.IOException;
import java.nio.file.Path;
import org.gpchain.pipelines.corpus.InputException;
import org.gpchain.pipelines.corpus.Utf8Lines;

/** Word2vec's text format: one word and its numbers per line, with single spaces between them. */
final class TextWordVectors {
  private TextWordVectors() {}

  static void read(Path file, WordVectorsBuilder out) throws IOException {
    try (Utf8Lines lines = new Utf8Lines(file)) {
      int count = out.header(lines.next());
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

  private static void add(Path file, int line, String text, WordVectorsBuilder out)
      throws InputException {
    int space = text.indexOf(' ');
    String word = space < 0 ? text : text.substring(0, space);
    if (!out.wants(word)) {
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
