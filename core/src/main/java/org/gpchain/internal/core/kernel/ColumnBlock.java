package org.gpchain.internal.core.kernel;

/**
 * A row-major matrix that is written or read one column at a time, such as the covariances of M
 * fixed rows with several inputs. Inner loops access the array directly: the entry of a row and a
 * column is {@code values[row * columnCount + column]}.
 *
 * @param values entries, {@code [rows × columnCount]} row-major; shared with the caller, not copied
 * @param columnCount number of columns, at least 1
 */
public record ColumnBlock(double[] values, int columnCount) {
  /** Creates a block of a single column that shares the given array, {@code [rows]}. */
  public static ColumnBlock ofColumn(double[] column) {
    return new ColumnBlock(column, 1);
  }
}
