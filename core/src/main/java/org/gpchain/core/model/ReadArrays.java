package org.gpchain.core.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The arrays of a model file that have been read. */
final class ReadArrays {
  /** Of a score, a weight, a coefficient: sums of their products are finite numbers. */
  static final double LARGEST = 1e30;

  private final Map<String, byte[]> contents = new HashMap<>();

  /**
   * Keeps an array.
   *
   * @param bytes null if it was left out
   */
  void put(String name, byte[] bytes) {
    if (bytes != null) {
      contents.put(name, bytes);
    }
  }

  /** Whether an array was read. */
  boolean has(String name) {
    return contents.containsKey(name);
  }

  /**
   * The bytes of an array.
   *
   * @throws ModelFormatException if it is missing
   */
  byte[] bytes(String name) throws ModelFormatException {
    byte[] bytes = contents.get(name);
    if (bytes == null) {
      throw new ModelFormatException.Corrupt("the array " + name + " is missing", null);
    }
    return bytes;
  }

  int[] ints(String name) throws ModelFormatException {
    return ArrayBytes.ints(bytes(name));
  }

  /** Numbers of any size that sums and products of scores can have. */
  float[] floats(String name) throws ModelFormatException {
    float[] values = ArrayBytes.floats(bytes(name));
    for (int i = 0; i < values.length; i++) {
      check(name, i, values[i], -LARGEST, LARGEST);
    }
    return values;
  }

  /** Numbers of any size that sums and products of scores can have. */
  double[] doubles(String name) throws ModelFormatException {
    return doubles(name, -LARGEST, LARGEST);
  }

  /** Numbers between two others, which are allowed too. */
  double[] doubles(String name, double least, double largest) throws ModelFormatException {
    double[] values = ArrayBytes.doubles(bytes(name));
    for (int i = 0; i < values.length; i++) {
      check(name, i, values[i], least, largest);
    }
    return values;
  }

  private static void check(String name, int i, double value, double least, double largest)
      throws ModelFormatException {
    if (!(value >= least && value <= largest)) {
      throw new ModelFormatException.Corrupt(
          "number %s of the array %s must be between %s and %s, is %s"
              .formatted(i, name, least, largest, value),
          null);
    }
  }

  /** Texts, as {@link ArrayOutput#addTexts} wrote them. */
  List<String> texts(String name) throws ModelFormatException {
    return ArrayBytes.strings(bytes(name), ints(WordArrays.endsOf(name)));
  }
}
