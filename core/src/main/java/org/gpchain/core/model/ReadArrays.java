package org.gpchain.core.model;

import java.util.HashMap;
import java.util.Map;
import org.gpchain.core.math.SparseRows;

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
