package org.gpchain.internal.training.inducing;

import java.util.Arrays;
import org.gpchain.internal.core.math.IdenticalColumns;
import org.gpchain.internal.core.math.SparseRows;

/**
 * The distinct nonempty rows of a matrix, in the order of their first occurrences. Rows that list
 * the same columns in different orders are equal.
 *
 * @param rows the distinct rows, with ascending columns
 * @param multiplicity number of rows of the matrix that equal each distinct row
 * @param squaredNorm ‖x‖² of each distinct row
 * @param firstRow index of the first row of the matrix that equals each distinct row; ascending
 * @param numberOf index of the distinct row that equals each row of the matrix; −1 for empty rows
 */
record DistinctRows(
    SparseRows rows, int[] multiplicity, int[] squaredNorm, int[] firstRow, int[] numberOf) {
  /** Returns the distinct rows of a matrix. */
  static DistinctRows of(SparseRows matrix) {
    SparseRows columns = matrix.transpose();
    IdenticalColumns same = IdenticalColumns.of(columns);

    int[] numberOfClass = new int[same.classCount()];
    Arrays.fill(numberOfClass, -1);
    int[] numberOf = new int[matrix.rowCount()];
    int[] firstRow = new int[same.classCount()];
    int[] multiplicity = new int[same.classCount()];
    int count = 0;
    for (int row = 0; row < numberOf.length; row++) {
      if (matrix.start(row) == matrix.start(row + 1)) {
        numberOf[row] = -1;
        continue;
      }

      int equalRows = same.classOf()[row];
      if (numberOfClass[equalRows] < 0) {
        firstRow[count] = row;
        numberOfClass[equalRows] = count;
        count++;
      }
      numberOf[row] = numberOfClass[equalRows];
      multiplicity[numberOf[row]]++;
    }

    int[] first = Arrays.copyOf(firstRow, count);
    SparseRows distinct = columns.transpose().select(first);
    return new DistinctRows(
        distinct, Arrays.copyOf(multiplicity, count), squaredNorms(distinct), first, numberOf);
  }

  /**
   * Returns ‖x‖² of each row. A column that a row lists m times contributes {@code m² = 1 + 3 + … +
   * (2m − 1)}.
   */
  private static int[] squaredNorms(SparseRows rows) {
    int[] norms = new int[rows.rowCount()];
    for (int row = 0; row < norms.length; row++) {
      int times = 0;
      for (int i = rows.start(row); i < rows.start(row + 1); i++) {
        boolean isRepeated = i > rows.start(row) && rows.column(i) == rows.column(i - 1);
        if (!isRepeated) {
          times = 0;
        }
        times++;
        norms[row] += 2 * times - 1;
      }
    }
    return norms;
  }

  /** Returns the number of distinct rows. */
  int count() {
    return firstRow.length;
  }
}
