package org.gpchain.core.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.gpchain.core.math.SparseRows;
import org.gpchain.core.predict.HeldOutSegments;

/** The arrays of a model file that have been read. */
final class ReadArrays {
  private final Map<String, byte[]> contents = new HashMap<>();

  void put(String name, byte[] bytes) {
    contents.put(name, bytes);
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

  float[] floats(String name) throws ModelFormatException {
    return ModelArrays.floats(bytes(name));
  }

  double[] doubles(String name) throws ModelFormatException {
    return ModelArrays.doubles(bytes(name));
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
    boolean[] isRight = new boolean[right.length];
    for (int c = 0; c < right.length; c++) {
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
