package org.gpchain.internal.core.math;

/**
 * A table of single-precision numbers in an array, row by row. Row r is {@code [start + r·width,
 * start + (r+1)·width)}. The number of rows depends on the use of the table.
 *
 * @param numbers the array; shared, and modified by methods that write to the table
 * @param start index of the first number of the first row
 * @param width numbers in a row
 */
public record FloatTable(float[] numbers, int start, int width) {
  /** Returns a table that starts at the first number of an array. */
  public static FloatTable of(float[] numbers, int width) {
    return new FloatTable(numbers, 0, width);
  }

  /** Returns the index of the first number of a row. */
  public int rowStart(int row) {
    return start + row * width;
  }

  /** Returns the same numbers as a table in which several consecutive rows are one row. */
  FloatTable joinRows(int count) {
    return new FloatTable(numbers, start, count * width);
  }
}
