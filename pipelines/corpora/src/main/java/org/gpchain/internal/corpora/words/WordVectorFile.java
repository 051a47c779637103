package org.gpchain.internal.corpora.words;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.InputFiles;
import org.gpchain.internal.corpora.TextLines;
import org.gpchain.internal.training.data.WordVectors;

/** A reader of word vectors in files of word2vec, fastText and GloVe. */
public final class WordVectorFile {
  /** Maximum dimension of vectors that is accepted in the first line of a file. */
  private static final int MAX_DIMENSION = 100_000;

  /** Maximum length of a word or first line in a binary file (bytes). */
  private static final int MAX_WORD_LENGTH = 10_000;

  private final Path file;
  private final Set<String> requested;
  private final int firstCount;
  private final boolean isDistinct;
  private final Set<String> kept = new LinkedHashSet<>();

  /** Vector of each kept word, in the same order. */
  private final List<float[]> rows = new ArrayList<>();

  private int dimension;

  /**
   * Creates a reader.
   *
   * @param requested words that are kept wherever they occur in the file
   * @param firstCount number of words at the beginning of the file that are kept
   * @param isDistinct whether it is an error if a kept word occurs twice
   */
  private WordVectorFile(Path file, Set<String> requested, int firstCount, boolean isDistinct) {
    this.file = file;
    this.requested = requested;
    this.firstCount = firstCount;
    this.isDistinct = isDistinct;
  }

  /**
   * Reads a file of word2vec. The file is binary if its name ends with {@code .bin}, and text
   * otherwise. The first line has the number of words and the dimension, except in files of GloVe.
   * Each word is followed by its numbers.
   *
   * @param words words whose vectors are kept, as they are or in lower case
   * @param first number of words at the beginning of the file that are kept, too
   * @throws InputException if the file cannot be used
   */
  public static WordVectors read(Path file, Collection<String> words, int first)
      throws IOException {
    Set<String> requested = new HashSet<>(words);
    for (String word : words) {
      requested.add(word.toLowerCase(Locale.ROOT));
    }
    return new WordVectorFile(file, requested, first, false).read();
  }

  /**
   * Reads the first words of a file of word2vec, fastText or GloVe.
   *
   * @param count number of words at the beginning of the file that are read
   * @throws InputException if the file cannot be used, or a word occurs twice
   */
  public static WordVectors readFirst(Path file, int count) throws IOException {
    return new WordVectorFile(file, Set.of(), count, true).read();
  }

  private WordVectors read() throws IOException {
    if (file.toString().endsWith(".bin")) {
      readBinary();
    } else {
      readText();
    }

    float[] vectors = new float[rows.size() * dimension];
    for (int r = 0; r < rows.size(); r++) {
      System.arraycopy(rows.get(r), 0, vectors, r * dimension, dimension);
    }
    return new WordVectors(dimension, List.copyOf(kept), vectors);
  }

  /** Parses the first line: sets the dimension, and returns the number of words. */
  private int header(String line) throws InputException {
    if (line != null && line.matches("\\d{1,9} \\d{1,6} *")) {
      String[] numbers = line.split(" ", -1);
      dimension = Integer.parseInt(numbers[1]);
      if (dimension >= 1 && dimension <= MAX_DIMENSION) {
        return Integer.parseInt(numbers[0]);
      }
    }
    throw problem(
        1,
        "expected the number of words and the number of dimensions, such as '400000 300'",
        "use a word2vec file: text, or binary with a name that ends in .bin");
  }

  /**
   * Reads the binary format: the first line as text, then each word, a space, and its numbers as
   * little-endian 32-bit floats, which a line feed may follow.
   */
  private void readBinary() throws IOException {
    try (InputStream in = InputFiles.open(file)) {
      int count = header(textBefore('\n', in));
      int size = dimension * Float.BYTES;
      for (int i = 0; i < count; i++) {
        String word = textBefore(' ', in);
        byte[] bytes = in.readNBytes(size);
        if (word == null || bytes.length < size) {
          throw ended(i, count);
        }

        if (isKept(0, word)) {
          float[] vector = new float[dimension];
          ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(vector);
          add(0, word, vector);
        }
      }
    }
  }

  /**
   * Reads text up to a byte that ends it, and skips line feeds before the text. Returns null at the
   * end of the file.
   */
  private String textBefore(int end, InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int next = in.read(); next != end; next = in.read()) {
      if (next < 0) {
        return null;
      }
      if (next != '\n' || bytes.size() > 0) {
        bytes.write(next);
      }
      if (bytes.size() > MAX_WORD_LENGTH) {
        throw problem(
            0,
            "a word has more than "
                + MAX_WORD_LENGTH
                + " bytes: this is not word2vec's binary format",
            "if it is text, rename it so that it does not end in .bin");
      }
    }

    // Malformed UTF-8 is accepted: words that are cut within a character are common, but no text
    // has them.
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** Reads the text format: one word and its numbers per line, with single spaces between them. */
  private void readText() throws IOException {
    try (TextLines lines = new TextLines(file)) {
      String line = lines.next();
      if (isVector(line)) {
        dimension = line.strip().split(" ", -1).length - 1;
        for (; line != null; line = lines.next()) {
          add(lines.line(), line);
        }
        return;
      }

      int count = header(line);
      for (int i = 0; i < count; i++) {
        line = lines.next();
        if (line == null) {
          throw ended(i, count);
        }
        add(lines.line(), line);
      }

      if (lines.next() != null) {
        throw problem(
            lines.line(),
            "there are more words than the " + count + " of the first line",
            "fix the first line");
      }
    }
  }

  /**
   * Returns whether the first line is a word and at least two numbers.
   *
   * @param first the first line; null if the file is empty
   */
  private static boolean isVector(String first) {
    if (first == null) {
      return false;
    }
    String[] cells = first.strip().split(" ", -1);
    return cells.length > 2
        && Arrays.stream(cells)
            .skip(1)
            .allMatch(cell -> cell.matches("-?[0-9.]+([eE][-+]?[0-9]+)?"));
  }

  /** Parses a line of the text format, and adds its word if it is kept. */
  private void add(int line, String text) throws InputException {
    int space = text.indexOf(' ');
    String word = space < 0 ? text : text.substring(0, space);
    if (!isKept(line, word)) {
      return;
    }

    String[] cells = text.substring(word.length()).strip().split(" ", -1);
    if (cells.length != dimension) {
      throw problem(
          line,
          "expected a word and " + dimension + " numbers, found " + cells.length + " numbers",
          "fix the line");
    }

    float[] vector = new float[dimension];
    for (int k = 0; k < vector.length; k++) {
      try {
        vector[k] = Float.parseFloat(cells[k]);
      } catch (NumberFormatException e) {
        throw new InputException(file, line, "'" + cells[k] + "' is not a number; fix the line", e);
      }
    }
    add(line, word, vector);
  }

  /**
   * Returns whether to keep the next word of the file. If a word occurs twice, the first vector is
   * kept, unless repeated words are an error.
   */
  private boolean isKept(int line, String word) throws InputException {
    boolean isKnown = kept.contains(word);
    boolean isAmongFirst = kept.size() < firstCount;
    if (isDistinct && isAmongFirst && isKnown) {
      throw problem(line, "the word '" + word + "' occurs twice", "remove one of its vectors");
    }
    return !isKnown && (isAmongFirst || requested.contains(word));
  }

  private void add(int line, String word, float[] vector) throws InputException {
    for (float value : vector) {
      if (!Float.isFinite(value)) {
        throw problem(
            line,
            "the vector of '" + word + "' has the number " + value,
            "fix the file, or remove the word");
      }
    }
    kept.add(word);
    rows.add(vector);
  }

  private InputException ended(int count, int expected) {
    return problem(
        0,
        "the file ends after " + count + " of " + expected + " words",
        "copy or download the complete file");
  }

  private InputException problem(int line, String problem, String cure) {
    return new InputException(file, line, problem, cure);
  }
}
