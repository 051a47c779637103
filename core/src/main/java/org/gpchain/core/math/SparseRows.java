package org.gpchain.core.math;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A sparse matrix of counts, mostly ones, by rows (CSR): a row lists the columns that are active in
 * it; a column listed twice has the value 2. Immutable; the arrays are shared with the caller, not
 * copied, and must not be modified.
 */
public final class SparseRows {
  private final int columnCount;
  private final int[] rowStart;
  private final int[] columns;

  private SparseRows(int columnCount, int[] rowStart, int[] columns) {
    this.columnCount = columnCount;
    this.rowStart = rowStart;
    this.columns = columns;
  }

  /**
   * A matrix from its parts.
   *
   * @param columnCount number of columns D
   * @param rowStart {@code [rows+1]}, ascending, from 0: row r holds the entries {@code
   *     [rowStart[r], rowStart[r+1])}; kept
   * @param columns active columns of all rows, each in {@code [0, D)}; may be longer than needed;
   *     kept
   */
  public static SparseRows of(int columnCount, int[] rowStart, int[] columns) {
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
    return new SparseRows(columnCount, rowStart, columns);
  }

  /** Number of rows. */
  public int rowCount() {
    return rowStart.length - 1;
  }

  /** Number of columns D. */
  public int columnCount() {
    return columnCount;
  }

  /** Number of entries of all rows. */
  public int entryCount() {
    return rowStart[rowCount()];
  }

  /** Index of the first entry of a row; of the row count: the number of entries. */
  public int start(int row) {
    return rowStart[row];
  }

  /** The column of an entry. */
  public int column(int entry) {
    return columns[entry];
  }

  /** The rows of the given numbers, in that order. */
  public SparseRows select(int[] rows) {
    int[] start = new int[rows.length + 1];
    for (int i = 0; i < rows.length; i++) {
      start[i + 1] = start[i] + rowStart[rows[i] + 1] - rowStart[rows[i]];
    }
    int[] selected = new int[start[rows.length]];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(columns, rowStart[rows[i]], selected, start[i], start[i + 1] - start[i]);
    }
    return new SparseRows(columnCount, start, selected);
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
    return new SparseRows(columnCount, start, both);
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
    int next = 0;
    for (int r = 0; r < rowCount(); r++) {
      for (int i = rowStart[r]; i < rowStart[r + 1]; i++) {
        if (number[columns[i]] >= 0) {
          selected[next++] = number[columns[i]];
        }
      }
      start[r + 1] = next;
    }
    return new SparseRows(kept.length, start, Arrays.copyOf(selected, next));
  }

  /**
   * The transpose: its row d lists the rows of this matrix in which column d is active, ascending.
   */
  public SparseRows transpose() {
    int[] start = new int[columnCount + 1];
    for (int i = 0; i < entryCount(); i++) {
      start[columns[i] + 1]++;
    }
    for (int d = 0; d < columnCount; d++) {
      start[d + 1] += start[d];
    }
    int[] next = Arrays.copyOf(start, columnCount);
    int[] rows = new int[entryCount()];
    for (int r = 0; r < rowCount(); r++) {
      for (int i = rowStart[r]; i < rowStart[r + 1]; i++) {
        rows[next[columns[i]]++] = r;
      }
    }
    return new SparseRows(rowCount(), start, rows);
  }

  /**
   * Adds up the rows of a dense table that one row of this matrix selects: {@code out += Σ_d
   * table[d]}. With weights as the table this is the product of the row with a matrix; with a
   * gradient as the table and the transpose of the matrix, its pull-back.
   *
   * @param row of this matrix
   * @param table {@code [D×width]} row-major; not modified
   * @param width of the table
   * @param out the sum is added to {@code out[outStart … outStart + width)}
   * @param outStart see {@code out}
   */
  public void addSelected(int row, double[] table, int width, double[] out, int outStart) {
    int i = rowStart[row];
    int end = rowStart[row + 1];
    // Four at a time: the sum is loaded and stored once for four rows, and four cache misses are
    // under way at once.
    for (; i + 3 < end; i += 4) {
      addFour(
          table,
          columns[i] * width,
          columns[i + 1] * width,
          columns[i + 2] * width,
          columns[i + 3] * width,
          width,
          out,
          outStart);
    }
    for (; i < end; i++) {
      addOne(table, columns[i] * width, width, out, outStart);
    }
  }

  private static void addFour(
      double[] table, int a, int b, int c, int d, int width, double[] out, int outStart) {
    for (int k = 0; k < width; k++) {
      out[outStart + k] += (table[a + k] + table[b + k]) + (table[c + k] + table[d + k]);
    }
  }

  private static void addOne(double[] table, int a, int width, double[] out, int outStart) {
    for (int k = 0; k < width; k++) {
      out[outStart + k] += table[a + k];
    }
  }
}
