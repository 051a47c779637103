package org.gpchain.internal.core.math;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A sparse matrix by rows (CSR): a row lists the columns that are active in it. Without values it
 * is a matrix of counts, mostly ones: a column listed twice has the value 2. With values each entry
 * has one, and those of a column that a row lists twice add up. Immutable; the arrays are shared
 * with the caller, not copied, and must not be modified.
 */
public final class SparseRows {
  private final int columnCount;
  private final int[] rowStart;
  private final int[] columns;

  /** Null for ones, so that matrices of counts pay nothing for the others. */
  private final float[] values;

  private SparseRows(int columnCount, int[] rowStart, int[] columns, float[] values) {
    this.columnCount = columnCount;
    this.rowStart = rowStart;
    this.columns = columns;
    this.values = values;
  }

  public static SparseRows of(int columnCount, int[] rowStart, int[] columns) {
    return of(columnCount, rowStart, columns, null);
  }

  /**
   * @param columnCount number of columns D
   * @param rowStart {@code [rows+1]}, ascending, from 0: row r holds the entries {@code
   *     [rowStart[r], rowStart[r+1])}; kept
   * @param columns active columns of all rows, each in {@code [0, D)}; may be longer than needed;
   *     kept
   * @param values of the entries, finite; may be longer than needed; null if all are one; kept
   */
  public static SparseRows of(int columnCount, int[] rowStart, int[] columns, float[] values) {
    Checks.atLeast("columnCount", columnCount, 0);
    Checks.atLeast("rowStart.length", rowStart.length, 1);
    Checks.capacity("columns", columns.length, rowStart[rowStart.length - 1], "[entries]");
    if (rowStart[0] != 0) {
      throw new IllegalArgumentException("rowStart[0] must be 0, was " + rowStart[0]);
    }
    // Messages are built only when needed: a corpus has many millions of entries.
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
      Checks.capacity("values", values.length, rowStart[rowStart.length - 1], "[entries]");
    }
    for (int i = 0; values != null && i < rowStart[rowStart.length - 1]; i++) {
      if (!Float.isFinite(values[i])) {
        throw new IllegalArgumentException(
            "value of entry " + i + " must be finite, was " + values[i]);
      }
    }
    return new SparseRows(columnCount, rowStart, columns, values);
  }

  public int rowCount() {
    return rowStart.length - 1;
  }

  /** Number of columns D. */
  public int columnCount() {
    return columnCount;
  }

  public int entryCount() {
    return rowStart[rowCount()];
  }

  /** Index of the first entry of a row; of the row count: the number of entries. */
  public int start(int row) {
    return rowStart[row];
  }

  public int column(int entry) {
    return columns[entry];
  }

  /** Whether entries have values of their own; otherwise all are one. */
  public boolean isWeighted() {
    return values != null;
  }

  public float value(int entry) {
    return values == null ? 1 : values[entry];
  }

  public SparseRows select(int[] rows) {
    int[] start = new int[rows.length + 1];
    for (int i = 0; i < rows.length; i++) {
      start[i + 1] = start[i] + rowStart[rows[i] + 1] - rowStart[rows[i]];
    }
    int[] selected = new int[start[rows.length]];
    float[] own = values == null ? null : new float[selected.length];
    for (int i = 0; i < rows.length; i++) {
      int length = start[i + 1] - start[i];
      System.arraycopy(columns, rowStart[rows[i]], selected, start[i], length);
      if (own != null) {
        System.arraycopy(values, rowStart[rows[i]], own, start[i], length);
      }
    }
    return new SparseRows(columnCount, start, selected, own);
  }

  /** These rows, then those of another matrix over the same columns. */
  public SparseRows followedBy(SparseRows other) {
    Checks.length("columns", other.columnCount, columnCount, "[D]");
    int[] start = Arrays.copyOf(rowStart, rowCount() + other.rowCount() + 1);
    for (int r = 1; r <= other.rowCount(); r++) {
      start[rowCount() + r] = entryCount() + other.rowStart[r];
    }
    int[] both = Arrays.copyOf(columns, entryCount() + other.entryCount());
    System.arraycopy(other.columns, 0, both, entryCount(), other.entryCount());
    return new SparseRows(columnCount, start, both, valuesFollowedBy(other));
  }

  private float[] valuesFollowedBy(SparseRows other) {
    if (values == null && other.values == null) {
      return null;
    }
    float[] both = new float[entryCount() + other.entryCount()];
    for (int i = 0; i < both.length; i++) {
      both[i] = i < entryCount() ? value(i) : other.value(i - entryCount());
    }
    return both;
  }

  /** The columns that have an entry, ascending. */
  public int[] usedColumns() {
    boolean[] used = new boolean[columnCount];
    for (int i = 0; i < entryCount(); i++) {
      used[columns[i]] = true;
    }
    return IntStream.range(0, columnCount).filter(d -> used[d]).toArray();
  }

  /**
   * The rows over some of the columns; entries in the others are left out.
   *
   * @param kept numbers of columns, in the order that they are to have, each once; not modified
   */
  public SparseRows selectColumns(int[] kept) {
    int[] number = new int[columnCount];
    Arrays.fill(number, -1);
    for (int d = 0; d < kept.length; d++) {
      number[kept[d]] = d;
    }
    int[] start = new int[rowCount() + 1];
    int[] selected = new int[entryCount()];
    float[] own = values == null ? null : new float[selected.length];
    int next = 0;
    for (int r = 0; r < rowCount(); r++) {
      for (int i = rowStart[r]; i < rowStart[r + 1]; i++) {
        if (number[columns[i]] >= 0) {
          if (own != null) {
            own[next] = values[i];
          }
          selected[next++] = number[columns[i]];
        }
      }
      start[r + 1] = next;
    }
    return new SparseRows(
        kept.length,
        start,
        Arrays.copyOf(selected, next),
        own == null ? null : Arrays.copyOf(own, next));
  }

  /**
   * {@code Σ x²} over the entries of each column, {@code [D]}; of a matrix of counts the number of
   * its entries. A column that a row lists twice counts as two rows that list it once. A new array.
   */
  public double[] sumsOfSquares() {
    double[] sums = new double[columnCount];
    for (int i = 0; i < entryCount(); i++) {
      double value = value(i);
      sums[columns[i]] += value * value;
    }
    return sums;
  }

  /**
   * The transpose: its row d lists the rows of this matrix in which column d is active, ascending.
   */
  public SparseRows transpose() {
    int[] start = new int[columnCount + 1];
    for (int i = 0; i < entryCount(); i++) {
      start[columns[i] + 1]++;
    }
    Arrays.parallelPrefix(start, Integer::sum);
    int[] next = Arrays.copyOf(start, columnCount);
    int[] rows = new int[entryCount()];
    float[] own = values == null ? null : new float[rows.length];
    for (int r = 0; r < rowCount(); r++) {
      for (int i = rowStart[r]; i < rowStart[r + 1]; i++) {
        int to = next[columns[i]]++;
        rows[to] = r;
        if (own != null) {
          own[to] = values[i];
        }
      }
    }
    return new SparseRows(rowCount(), start, rows, own);
  }

  /**
   * Adds up the rows of a dense table that one row of this matrix selects: {@code out += Σ_d x_d
   * table[d]}. With weights as the table this is the product of the row with a matrix; with a
   * gradient as the table and the transpose of the matrix, its pull-back.
   *
   * @param table {@code [D×width]} row-major; not modified
   * @param out the sum is added to {@code out[outStart … outStart + width)}
   */
  public void addSelected(int row, double[] table, int width, double[] out, int outStart) {
    int i = rowStart[row];
    // Four at a time: the sum is loaded and stored once for four rows, and four cache misses are
    // under way at once.
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
   * Adds a vector to those rows of a dense table that one row of this matrix selects: {@code
   * table[d] += x_d vector}. It is the pull-back of {@link #addSelected}.
   *
   * @param vector {@code vector[vectorStart … vectorStart + width)} is added; not modified
   * @param table {@code [columns×width]}; modified
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
