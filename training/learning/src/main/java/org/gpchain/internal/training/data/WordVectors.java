package org.gpchain.internal.training.data;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gpchain.core.text.Sha256;
import org.gpchain.internal.core.math.Checks;

/** Dense vectors of words. The array of vectors is shared with the caller. */
public final class WordVectors {
  private final int dimension;
  private final List<String> words;
  private final float[] vectors;
  private final Map<String, Integer> rowOfWord = new HashMap<>();

  /**
   * Creates word vectors.
   *
   * @param dimension length E of each vector, at least 1
   * @param words distinct words, in descending order of frequency
   * @param vectors {@code [words×E]} row-major; not copied
   */
  public WordVectors(int dimension, List<String> words, float[] vectors) {
    this.dimension = Checks.atLeast("dimension", dimension, 1);
    Checks.length("vectors", vectors.length, (long) words.size() * dimension, "[words×E]");
    this.words = List.copyOf(words);
    this.vectors = vectors;
    for (int row = 0; row < words.size(); row++) {
      if (rowOfWord.putIfAbsent(words.get(row), row) != null) {
        throw new IllegalArgumentException("a word has two vectors: " + words.get(row));
      }
    }
  }

  /** Returns the length of each vector. */
  public int dimension() {
    return dimension;
  }

  /** Returns the words that have a vector, in the order of the vectors. */
  public List<String> words() {
    return words;
  }

  /** Returns the vectors, {@code [words×E]} row-major; shared, not to be modified. */
  public float[] vectors() {
    return vectors;
  }

  /**
   * Returns the row of a word's vector. If the word has no vector, returns the row of its lowercase
   * form, or −1 if that has none either.
   */
  public int row(String word) {
    Integer row = rowOfWord.get(word);
    if (row != null) {
      return row;
    }
    return rowOfWord.getOrDefault(word.toLowerCase(Locale.ROOT), -1);
  }

  /** Returns a fingerprint of words and vectors: SHA-256, hexadecimal. */
  public String hash() {
    MessageDigest digest = Sha256.digest();
    ByteBuffer vector = ByteBuffer.allocate(dimension * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int row = 0; row < words.size(); row++) {
      digest.update(words.get(row).getBytes(StandardCharsets.UTF_8));
      digest.update((byte) 0);
      vector.asFloatBuffer().put(vectors, row * dimension, dimension);
      digest.update(vector.array());
    }
    return Sha256.hex(digest);
  }
}
