package org.gpchain.internal.training.inducing;

import java.util.Arrays;
import org.gpchain.internal.core.math.IdenticalColumns;
import org.gpchain.internal.core.math.SparseRows;

/**
 * The different rows of a matrix that have any entry, in the order in which they first occur. Rows
 * that list the same columns in another order are the same.
 *
 * @param rows the distinct rows, columns ascending
 * @param multiplicity how many rows of the matrix each distinct row stands for
 * @param squaredNorm ‖x‖² of each distinct row
 * @param firstRow the first row of the matrix that each distinct row stands for; ascending
 * @param numberOf the distinct row of each row of the matrix; -1 for a row without entries
 */
record DistinctRows(
    SparseRows rows, int[] multiplicity, int[] squaredNorm, int[] firstRow, int[] numberOf) {
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
      int c = same.classOf()[row];
      if (matrix.start(row) == matrix.start(row + 1)) {
        numberOf[row] = -1;
        continue;
      }
      if (numberOfClass[c] < 0) {
        firstRow[count] = row;
        numberOfClass[c] = count++;
      }
      numberOf[row] = numberOfClass[c];
      multiplicity[numberOf[row]]++;
    }
    int[] first = Arrays.copyOf(firstRow, count);
    SparseRows distinct = columns.transpose().select(first);
    return new DistinctRows(
        distinct, Arrays.copyOf(multiplicity, count), squaredNorms(distinct), first, numberOf);
  }

  /** A column that a row lists m times adds {@code m² = 1 + 3 + … + (2m − 1)}. */
  private static int[] squaredNorms(SparseRows rows) {
    int[] norms = new int[rows.rowCount()];
    for (int row = 0; row < norms.length; row++) {
      int times = 0;
      for (int i = rows.start(row); i < rows.start(row + 1); i++) {
        boolean again = i > rows.start(row) && rows.column(i) == rows.column(i - 1);
        times = again ? times + 1 : 1;
        norms[row] += 2 * times - 1;
      }
    }
    return norms;
  }

  int count() {
    return firstRow.length;
  }
}
