package org.gpchain.core.vectors;

import java.util.Arrays;

/** Dense feature rows of one sentence, a row of E numbers for each of T tokens. Immutable. */
public final class DenseRows {
  private final int rowCount;
  private final int dimension;
  private final float[] values;

  /**
   * Creates rows.
   *
   * @param rowCount number of tokens T
   * @param dimension number of columns E
   * @param values {@code [T×E]}, row-major; kept, not to be modified afterwards
   * @throws IllegalArgumentException if the length of the array isn't T·E, or a value isn't finite
   */
  public DenseRows(int rowCount, int dimension, float[] values) {
    if (values.length != (long) rowCount * dimension) {
      throw new IllegalArgumentException(
          String.format(
              "values must have %d x %d numbers, had %d", rowCount, dimension, values.length));
    }
    for (int i = 0; i < values.length; i++) {
      if (!Float.isFinite(values[i])) {
        throw new IllegalArgumentException(
            String.format(
                "value %d of row %d must be finite, was %s",
                i % dimension, i / dimension, values[i]));
      }
    }
    this.rowCount = rowCount;
    this.dimension = dimension;
    this.values = values;
  }

  /** Returns the number of tokens T. */
  public int rowCount() {
    return rowCount;
  }

  /** Returns the number of columns E. */
  public int dimension() {
    return dimension;
  }

  /** Returns the value of a token in a column. */
  public float value(int row, int column) {
    return values[row * dimension + column];
  }

  /** Returns the vector of a token, as a new array {@code [E]}. */
  public float[] row(int row) {
    return Arrays.copyOfRange(values, row * dimension, (row + 1) * dimension);
  }

  /** Returns all values, {@code [T×E]} row-major, without copying; not to be modified. */
  public float[] values() {
    return values;
  }
}
