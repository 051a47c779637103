package org.gpchain.pipelines.embedding;

import java.io.IOException;
import java.nio.file.Path;
import org.gpchain.pipelines.corpus.InputException;
import org.gpchain.pipelines.corpus.Utf8Lines;

/** Word2vec's text format: one word and its numbers per line, with single spaces between them. */
final class TextWordVectors {
  private final Path file;

  TextWordVectors(Path file) {
    this.file = file;
  }

  void read(WordVectorsBuilder out) throws IOException {
    try (Utf8Lines lines = new Utf8Lines(file)) {
      int count = out.header(file, lines.next());
      for (int i = 0; i < count; i++) {
        String text = lines.next();
        if (text == null) {
          throw WordVectorsBuilder.ended(file, i, count);
        }
        add(lines.line(), text, out);
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

  private void add(int line, String text, WordVectorsBuilder out) throws InputException {
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
      vector[k] = number(line, cells[k]);
    }
    out.add(file, line, word, vector);
  }

  private float number(int line, String text) throws InputException {
    try {
      return Float.parseFloat(text);
    } catch (NumberFormatException e) {
      throw new InputException(file, line, "'" + text + "' is not a number; fix the line", e);
    }
  }
}
