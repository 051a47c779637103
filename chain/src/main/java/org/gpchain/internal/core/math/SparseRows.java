package org.gpchain.internal.core.math;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A sparse matrix in compressed-row form (CSR): each row lists the columns that are active in it.
 *
 * <p>An entry has the value 1 unless the matrix is weighted. A row may list a column more than
 * once; the values of these entries then add up, so an unweighted matrix holds counts. The last
 * columns may be {@linkplain DenseColumns dense}; they have no entries. Immutable; the arrays are
 * shared with the caller, not copied, and must not be modified.
 */
public final class SparseRows {
  /** Number of columns, without the dense ones. */
  private final int sparseCount;

  private final int[] rowStart;
  private final int[] columns;

  /** The value of each entry; null if all are 1, which saves the memory of unweighted matrices. */
  private final float[] values;

  /** The dense columns, which follow the others; null if there are none. */
  private final DenseColumns dense;

  private SparseRows(
      int sparseCount, int[] rowStart, int[] columns, float[] values, DenseColumns dense) {
    this.sparseCount = sparseCount;
    this.rowStart = rowStart;
    this.columns = columns;
    this.values = values;
    this.dense = dense;
  }

  /** Returns a matrix whose entries all have the value 1. */
  public static SparseRows of(int columnCount, int[] rowStart, int[] columns) {
    return of(columnCount, rowStart, columns, null);
  }

  /**
   * Returns a matrix.
   *
   * @param columnCount number of columns D
   * @param rowStart {@code [rows+1]}, ascending from 0: row r holds the entries {@code
   *     [rowStart[r], rowStart[r+1])}; kept, not copied
   * @param columns column of each entry, in {@code [0, D)}; may be longer than needed; kept, not
   *     copied
   * @param values value of each entry, finite; may be longer than needed; null if all are 1; kept,
   *     not copied
   * @throws IllegalArgumentException if the arrays do not fit each other
   * @throws IndexOutOfBoundsException if there is no column with a number
   */
  public static SparseRows of(int columnCount, int[] rowStart, int[] columns, float[] values) {
    Checks.atLeast("columnCount", columnCount, 0);
    Checks.atLeast("rowStart.length", rowStart.length, 1);
    Checks.capacity("columns", columns.length, rowStart[rowStart.length - 1], "[entries]");
    if (rowStart[0] != 0) {
      throw new IllegalArgumentException("rowStart[0] must be 0, was " + rowStart[0]);
    }

    // The conditions are repeated from Checks, so that messages are built only for bad entries.
    for (int r = 1; r < rowStart.length; r++) {
      if (rowStart[r] < rowStart[r - 1]) {
        Checks.atLeast("rowStart[" + r + "]", rowStart[r], rowStart[r - 1]);
      }
    }
    for (int i = 0; i < rowStart[rowStart.length - 1]; i++) {
      if (columns[i] < 0 || columns[i] >= columnCount) {
        Checks.index("column of entry " + i, columns[i], columnCount);
      }
    }
    if (values != null) {
      checkValues(values, rowStart[rowStart.length - 1]);
    }
    return new SparseRows(columnCount, rowStart, columns, values, null);
  }

  /**
   * Returns a matrix with the same sparse columns and with other dense columns.
   *
   * @param columns columns with the same number of rows; null for none
   */
  public SparseRows withDense(DenseColumns columns) {
    if (columns != null) {
      Checks.length("rows of the dense columns", columns.rowCount(), rowCount(), "[rows]");
    }
    return new SparseRows(sparseCount, rowStart, this.columns, values, columns);
  }

  private static void checkValues(float[] values, int entries) {
    Checks.capacity("values", values.length, entries, "[entries]");
    for (int i = 0; i < entries; i++) {
      if (!Float.isFinite(values[i])) {
        throw new IllegalArgumentException(
            "value of entry " + i + " must be finite, was " + values[i]);
      }
    }
  }

  /** Returns the number of rows. */
  public int rowCount() {
    return rowStart.length - 1;
  }

  /** Returns the number of columns D, dense ones included. */
  public int columnCount() {
    return sparseCount + denseCount();
  }

  /** Returns the number of columns that are not dense, which is the first dense column. */
  public int sparseCount() {
    return sparseCount;
  }

  /** Returns the number of dense columns. */
  public int denseCount() {
    return dense == null ? 0 : dense.columnCount();
  }

  /** Returns the dense columns; null if there are none. */
  public DenseColumns dense() {
    return dense;
  }

  /** Returns the number of entries of all rows. Dense columns have none. */
  public int entryCount() {
    return rowStart[rowCount()];
  }

  /**
   * Returns the index of the first entry of a row. For {@code row} = {@link #rowCount()}, returns
   * the number of entries.
   */
  public int start(int row) {
    return rowStart[row];
  }

  /** Returns the column of an entry. */
  public int column(int entry) {
    return columns[entry];
  }

  /** Returns whether the entries have stored values; if not, all values are 1. */
  public boolean isWeighted() {
    return values != null;
  }

  /** Returns the value of an entry. */
  public float value(int entry) {
    return values == null ? 1 : values[entry];
  }

  /**
   * Returns the matrix of some of the rows.
   *
   * @param rows row numbers in the order of the result; a row may occur several times; not modified
   */
  public SparseRows select(int[] rows) {
    int[] start = new int[rows.length + 1];
    for (int i = 0; i < rows.length; i++) {
      start[i + 1] = start[i] + rowStart[rows[i] + 1] - rowStart[rows[i]];
    }

    int[] selected = new int[start[rows.length]];
    float[] selectedValues = newValues(selected.length);
    for (int i = 0; i < rows.length; i++) {
      int length = start[i + 1] - start[i];
      System.arraycopy(columns, rowStart[rows[i]], selected, start[i], length);
      if (selectedValues != null) {
        System.arraycopy(values, rowStart[rows[i]], selectedValues, start[i], length);
      }
    }
    DenseColumns selectedDense = dense == null ? null : dense.select(rows);
    return new SparseRows(sparseCount, start, selected, selectedValues, selectedDense);
  }

  /** Returns a new array for values, or null if this matrix is not weighted. */
  private float[] newValues(int count) {
    return values == null ? null : new float[count];
  }

  /**
   * Returns the rows of this matrix, followed by the rows of another matrix with the same columns.
   */
  public SparseRows followedBy(SparseRows other) {
    Checks.length("columns", other.sparseCount, sparseCount, "[D]");
    Checks.length("dense columns", other.denseCount(), denseCount(), "[E·B]");
    int[] start = Arrays.copyOf(rowStart, rowCount() + other.rowCount() + 1);
    for (int r = 1; r <= other.rowCount(); r++) {
      start[rowCount() + r] = entryCount() + other.rowStart[r];
    }
    int[] both = Arrays.copyOf(columns, entryCount() + other.entryCount());
    System.arraycopy(other.columns, 0, both, entryCount(), other.entryCount());
    DenseColumns bothDense = dense == null ? null : dense.followedBy(other.dense);
    return new SparseRows(sparseCount, start, both, valuesFollowedBy(other), bothDense);
  }

  private float[] valuesFollowedBy(SparseRows other) {
    if (values == null && other.values == null) {
      return null;
    }
    float[] both = new float[entryCount() + other.entryCount()];
    copyValues(both, 0);
    other.copyValues(both, entryCount());
    return both;
  }

  private void copyValues(float[] out, int outStart) {
    for (int i = 0; i < entryCount(); i++) {
      out[outStart + i] = value(i);
    }
  }

  /** Returns the numbers of the columns that have an entry or are dense, ascending. */
  public int[] usedColumns() {
    boolean[] used = new boolean[columnCount()];
    Arrays.fill(used, sparseCount, used.length, true);
    for (int i = 0; i < entryCount(); i++) {
      used[columns[i]] = true;
    }
    return IntStream.range(0, used.length).filter(d -> used[d]).toArray();
  }

  /**
   * Returns the matrix of some of the columns. Entries in other columns are dropped.
   *
   * @param kept distinct column numbers in the order of the result; not modified. If there are
   *     dense columns, they must all be kept, after the others and in their order.
   * @throws IllegalArgumentException if a dense column is missing or in another place
   */
  public SparseRows selectColumns(int[] kept) {
    int keptSparse = kept.length - denseCount();
    for (int i = 0; i < denseCount(); i++) {
      if (keptSparse < 0 || kept[keptSparse + i] != sparseCount + i) {
        throw new IllegalArgumentException("dense columns must be kept, after all others");
      }
    }

    int[] number = new int[sparseCount];
    Arrays.fill(number, -1);
    for (int d = 0; d < keptSparse; d++) {
      number[kept[d]] = d;
    }

    int[] start = new int[rowCount() + 1];
    int[] selected = new int[entryCount()];
    float[] selectedValues = newValues(selected.length);
    int next = 0;
    for (int r = 0; r < rowCount(); r++) {
      for (int i = rowStart[r]; i < rowStart[r + 1]; i++) {
        if (number[columns[i]] >= 0) {
          if (selectedValues != null) {
            selectedValues[next] = values[i];
          }
          selected[next++] = number[columns[i]];
        }
      }
      start[r + 1] = next;
    }

    if (selectedValues != null) {
      selectedValues = Arrays.copyOf(selectedValues, next);
    }
    return new SparseRows(keptSparse, start, Arrays.copyOf(selected, next), selectedValues, dense);
  }

  /**
   * Returns {@code Σ x²} over the entries of each column, in a new array {@code [D]}. Entries of
   * the same row and column are squared separately. For an unweighted matrix the sum is therefore
   * the number of the column's entries.
   */
  public double[] sumsOfSquares() {
    double[] sums = new double[columnCount()];
    for (int i = 0; i < entryCount(); i++) {
      double value = value(i);
      sums[columns[i]] += value * value;
    }
    if (dense != null) {
      double[] denseSums = dense.sumsOfSquares();
      System.arraycopy(denseSums, 0, sums, sparseCount, denseSums.length);
    }
    return sums;
  }

  /**
   * Returns the transpose of the columns that are not dense. Its row d lists, ascending, the rows
   * of this matrix in which column d is active.
   */
  public SparseRows transpose() {
    int[] start = new int[sparseCount + 1];
    for (int i = 0; i < entryCount(); i++) {
      start[columns[i] + 1]++;
    }
    Arrays.parallelPrefix(start, Integer::sum);

    int[] next = Arrays.copyOf(start, sparseCount);
    int[] rows = new int[entryCount()];
    float[] transposedValues = newValues(rows.length);
    for (int r = 0; r < rowCount(); r++) {
      for (int i = rowStart[r]; i < rowStart[r + 1]; i++) {
        int to = next[columns[i]]++;
        rows[to] = r;
        if (transposedValues != null) {
          transposedValues[to] = values[i];
        }
      }
    }
    return new SparseRows(rowCount(), start, rows, transposedValues, null);
  }

  /**
   * Adds the products of consecutive rows of this matrix with a dense table: {@code out_r += Σ_d
   * x_rd table[d]}. With weights as the table, these are the linear predictors of the rows. Rows of
   * the same sentence should be given together, because they share the vectors of dense columns.
   *
   * @param table {@code [D×width]} row-major; not modified
   * @param out the products are added to {@code [rows×width]}
   */
  public void addProducts(int firstRow, int rows, double[] table, DoubleTable out) {
    for (int r = 0; r < rows; r++) {
      addSelected(firstRow + r, table, out.width(), out.numbers(), out.rowStart(r));
    }
    if (dense != null) {
      dense.addProducts(firstRow, rows, denseRows(table, out.width()), out);
    }
  }

  /** Returns the rows of a table {@code [D×width]} that belong to the dense columns. */
  private DoubleTable denseRows(double[] table, int width) {
    return new DoubleTable(table, sparseCount * width, width);
  }

  /**
   * Adds the products of each column with a matrix: {@code table[d] += Σ_r x_rd matrix_r}. This is
   * the pull-back of {@link #addProducts}.
   *
   * @param matrix {@code [rows×width]}; not modified
   * @param table {@code [D×width]} row-major; added to
   */
  public void addToTable(int firstRow, int rows, DoubleTable matrix, double[] table) {
    for (int r = 0; r < rows; r++) {
      addToSelected(firstRow + r, matrix.numbers(), matrix.rowStart(r), matrix.width(), table);
    }
    if (dense != null) {
      dense.addToTable(firstRow, rows, matrix, denseRows(table, matrix.width()));
    }
  }

  /**
   * Adds the product of one row x of this matrix, without its dense columns, with a dense table:
   * {@code out += Σ_d x_d table[d]}. With a gradient as the table and the transpose of the feature
   * matrix, it is the pull-back of the linear predictor.
   *
   * @param table {@code [D×width]} row-major; not modified
   * @param out the product is added to {@code [outStart, outStart + width)}
   */
  public void addSelected(int row, double[] table, int width, double[] out, int outStart) {
    int i = rowStart[row];
    // Four table rows at a time: the sum is loaded and stored once for all four, and the processor
    // waits for their cache misses at the same time.
    for (; i + 3 < rowStart[row + 1]; i += 4) {
      int a = columns[i] * width;
      int b = columns[i + 1] * width;
      int c = columns[i + 2] * width;
      int d = columns[i + 3] * width;
      double first = value(i);
      double second = value(i + 1);
      double third = value(i + 2);
      double fourth = value(i + 3);

      for (int k = 0; k < width; k++) {
        out[outStart + k] +=
            (first * table[a + k] + second * table[b + k])
                + (third * table[c + k] + fourth * table[d + k]);
      }
    }
    for (; i < rowStart[row + 1]; i++) {
      ScaledSums.add(value(i), table, columns[i] * width, width, out, outStart);
    }
  }

  /**
   * Adds multiples of a vector to the rows of a dense table that are active in one row x of this
   * matrix, without its dense columns: {@code table[d] += x_d vector}. This is the pull-back of
   * {@link #addSelected}.
   *
   * @param vector the vector is {@code [vectorStart, vectorStart + width)}; not modified
   * @param table {@code [D×width]} row-major; added to
   */
  public void addToSelected(int row, double[] vector, int vectorStart, int width, double[] table) {
    int i = rowStart[row];
    for (; i + 3 < rowStart[row + 1]; i += 4) {
      int a = columns[i] * width;
      int b = columns[i + 1] * width;
      int c = columns[i + 2] * width;
      int d = columns[i + 3] * width;
      double first = value(i);
      double second = value(i + 1);
      double third = value(i + 2);
      double fourth = value(i + 3);

      for (int k = 0; k < width; k++) {
        double x = vector[vectorStart + k];
        table[a + k] += first * x;
        table[b + k] += second * x;
        table[c + k] += third * x;
        table[d + k] += fourth * x;
      }
    }
    for (; i < rowStart[row + 1]; i++) {
      ScaledSums.add(value(i), vector, vectorStart, width, table, columns[i] * width);
    }
  }
}
