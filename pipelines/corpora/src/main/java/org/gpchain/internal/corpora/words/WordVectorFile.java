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

/** Reads word vectors from files of word2vec, fastText and GloVe. */
public final class WordVectorFile {
  private static final int MAX_DIMENSION = 100_000;

  /** A longer word or first line, in bytes, means that the file has another format. */
  private static final int MAX_WORD_LENGTH = 10_000;

  private final Path file;
  private final Set<String> wanted;
  private final int first;
  private final boolean distinct;
  private final Set<String> kept = new LinkedHashSet<>();
  private final List<float[]> rows = new ArrayList<>();
  private int dimension;

  /**
   * @param wanted words that are kept in any case
   * @param first number of words at the beginning that are kept
   * @param distinct whether a kept word that comes twice is an error
   */
  private WordVectorFile(Path file, Set<String> wanted, int first, boolean distinct) {
    this.file = file;
    this.wanted = wanted;
    this.first = first;
    this.distinct = distinct;
  }

  /**
   * Reads a file of word2vec, binary if its name ends with {@code .bin}, otherwise text: a first
   * line with the number of words and the dimension, which files of GloVe lack, then each word and
   * its numbers.
   *
   * @param words words whose vectors are kept, in this case or in lower case
   * @param first number of words at the beginning of the file that are kept in any case
   * @throws InputException if the file cannot be used
   */
  public static WordVectors read(Path file, Collection<String> words, int first)
      throws IOException {
    Set<String> wanted = new HashSet<>(words);
    words.forEach(word -> wanted.add(word.toLowerCase(Locale.ROOT)));
    return new WordVectorFile(file, wanted, first, false).read();
  }

  /**
   * Reads so many words at the beginning of such a file.
   *
   * @throws InputException if the file cannot be used, or a word comes twice
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

  /** Reads the first line: returns the number of words, and keeps that of dimensions. */
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
        "give a file of word2vec, text or (with a name that ends with .bin) binary");
  }

  /**
   * The first line as text, then each word, a space, and its numbers as little-endian 32-bit
   * floats, after which there may be a line feed.
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
        if (wants(0, word)) {
          float[] vector = new float[dimension];
          ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(vector);
          add(0, word, vector);
        }
      }
    }
  }

  /** The text before a byte that ends it, without line feeds before it; null at the file's end. */
  private String textBefore(int end, InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int read = in.read(); read != end; read = in.read()) {
      if (read < 0) {
        return null;
      }
      if (read != '\n' || bytes.size() > 0) {
        bytes.write(read);
      }
      if (bytes.size() > MAX_WORD_LENGTH) {
        throw problem(
            0,
            "a word has more than "
                + MAX_WORD_LENGTH
                + " bytes: this is not word2vec's binary format",
            "give text a name that does not end with .bin");
      }
    }
    // Words that were cut in the middle of a character are common; they are never looked up.
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** One word and its numbers per line, with single spaces between them. */
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

  /** Returns whether the first line is a word and at least two numbers. */
  private static boolean isVector(String first) {
    String[] cells = first == null ? new String[0] : first.strip().split(" ", -1);
    return cells.length > 2
        && Arrays.stream(cells)
            .skip(1)
            .allMatch(cell -> cell.matches("-?[0-9.]+([eE][-+]?[0-9]+)?"));
  }

  private void add(int line, String text) throws InputException {
    int space = text.indexOf(' ');
    String word = space < 0 ? text : text.substring(0, space);
    if (!wants(line, word)) {
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
   * Returns whether the next word of the file is to be kept. Of a word that occurs twice the first
   * vector counts, unless that is an error.
   */
  private boolean wants(int line, String word) throws InputException {
    boolean known = kept.contains(word);
    boolean early = kept.size() < first;
    if (distinct && early && known) {
      throw problem(line, "the word '" + word + "' is there twice", "remove one of its vectors");
    }
    return !known && (early || wanted.contains(word));
  }

  private void add(int line, String word, float[] vector) throws InputException {
    for (float value : vector) {
      if (!Float.isFinite(value)) {
        throw problem(
            line,
            "the vector of '" + word + "' has the number " + value,
            "fix the file or leave the word out");
      }
    }
    kept.add(word);
    rows.add(vector);
  }

  private InputException ended(int found, int expected) {
    return problem(
        0, "the file ends after " + found + " of " + expected + " words", "get the whole file");
  }

  private InputException problem(int line, String problem, String cure) {
    return new InputException(file, line, problem, cure);
  }
}
