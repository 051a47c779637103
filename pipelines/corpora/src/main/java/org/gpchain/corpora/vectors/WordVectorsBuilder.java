package org.gpchain.corpora.vectors;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.gpchain.corpora.InputException;
import org.gpchain.training.graybox.WordVectors;

/** Keeps the vectors of the first words of a file, and of wanted ones, while it is read. */
final class WordVectorsBuilder {
  private static final int MAX_VECTOR_LENGTH = 100_000;

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
  WordVectorsBuilder(Path file, Set<String> wanted, int first, boolean distinct) {
    this.file = file;
    this.wanted = wanted;
    this.first = first;
    this.distinct = distinct;
  }

  int dimension() {
    return dimension;
  }

  /** Sets the length of the vectors of a file without a first line that says it. */
  void withDimension(int numbers) {
    dimension = numbers;
  }

  /**
   * Takes the first line.
   *
   * @return the number of words that follow
   */
  int header(String line) throws InputException {
    if (line != null && line.matches("\\d{1,9} \\d{1,6} *")) {
      String[] numbers = line.split(" ", -1);
      dimension = Integer.parseInt(numbers[1]);
      if (dimension >= 1 && dimension <= MAX_VECTOR_LENGTH) {
        return Integer.parseInt(numbers[0]);
      }
    }
    throw new InputException(
        file,
        1,
        "expected the number of words and the number of dimensions, such as '400000 300'",
        "give a file of word2vec, text or (with a name that ends with .bin) binary");
  }

  /**
   * Returns whether the next word of the file is to be kept, if it is new. Of a word that occurs
   * twice the first vector counts, unless that is an error.
   */
  boolean wants(int line, String word) throws InputException {
    if (distinct && kept.size() < first && kept.contains(word)) {
      throw new InputException(
          file, line, "the word '" + word + "' is there twice", "remove one of its vectors");
    }
    return (kept.size() < first || wanted.contains(word)) && !kept.contains(word);
  }

  void add(int line, String word, float[] vector) throws InputException {
    for (float value : vector) {
      if (!Float.isFinite(value)) {
        throw new InputException(
            file,
            line,
            "the vector of '" + word + "' has the number " + value,
            "fix the file or leave the word out");
      }
    }
    kept.add(word);
    rows.add(vector);
  }

  WordVectors build() {
    float[] vectors = new float[rows.size() * dimension];
    for (int r = 0; r < rows.size(); r++) {
      System.arraycopy(rows.get(r), 0, vectors, r * dimension, dimension);
    }
    return new WordVectors(dimension, List.copyOf(kept), vectors);
  }

  InputException ended(int found, int expected) {
    return new InputException(
        file,
        0,
        "the file ends after " + found + " of " + expected + " words",
        "get the whole file");
  }
}
