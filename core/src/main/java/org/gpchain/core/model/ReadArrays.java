package org.gpchain.core.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.SparseRows;
import org.gpchain.core.predict.HeldOutSegments;

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
    return ModelArrays.ints(bytes(name));
  }

  /** Numbers of any size that sums and products of scores can have. */
  float[] floats(String name) throws ModelFormatException {
    float[] values = ModelArrays.floats(bytes(name));
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
    double[] values = ModelArrays.doubles(bytes(name));
    for (int i = 0; i < values.length; i++) {
      check(name, i, values[i], least, largest);
    }
    return values;
  }

  private static void check(String name, int i, double value, double least, double largest)
      throws ModelFormatException {
    if (!(value >= least && value <= largest)) {
      throw new ModelFormatException.Corrupt(
          "number "
              + i
              + " of the array "
              + name
              + " must be between "
              + least
              + " and "
              + largest
              + ", is "
              + value,
          null);
    }
  }

  /** Texts, as {@link ArrayEntries#addTexts} wrote them. */
  List<String> texts(String name) throws ModelFormatException {
    return ModelArrays.strings(bytes(name), ints(WordArrays.endsOf(name)));
  }

  /** What a calibration was learned from. */
  HeldOutSegments heldOut() throws ModelFormatException {
    int[] sentences = ints(ModelArrays.HELD_OUT_SENTENCES);
    int[] segments = ints(ModelArrays.HELD_OUT_SEGMENTS);
    int[] right = column(segments, 2);
    Checks.length("held-out sentences", sentences.length % 3, 0, "modulo 3");
    Checks.length("held-out segments", segments.length % 3, 0, "modulo 3");
    boolean[] isRight = new boolean[right.length];
    for (int c = 0; c < right.length; c++) {
      Checks.index("whether a held-out segment is right", right[c], 2);
      isRight[c] = right[c] == 1;
    }
    return new HeldOutSegments(
        column(sentences, 0),
        column(sentences, 1),
        column(sentences, 2),
        column(segments, 0),
        column(segments, 1),
        floats(ModelArrays.HELD_OUT_PROBABILITIES),
        isRight);
  }

  /** One column of a table of three. */
  private static int[] column(int[] table, int column) {
    return IntStream.range(0, table.length / 3).map(row -> table[3 * row + column]).toArray();
  }

  /**
   * The inducing points.
   *
   * @param featureCount D
   */
  SparseRows inducing(int featureCount) throws ModelFormatException {
    return SparseRows.of(
        featureCount, ints(ModelArrays.INDUCING_STARTS), ints(ModelArrays.INDUCING_FEATURES));
  }
}
