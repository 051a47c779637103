package org.gpchain.internal.training.inducing;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.math.SparseRows;

/** Factory of rows for clustering tests. */
final class ClusterCase {
  private ClusterCase() {}

  /** Returns rows that list the given columns. */
  static SparseRows rows(int columnCount, int[]... columns) {
    int[] starts = new int[columns.length + 1];
    for (int row = 0; row < columns.length; row++) {
      starts[row + 1] = starts[row] + columns[row].length;
    }
    return SparseRows.of(
        columnCount, starts, Arrays.stream(columns).flatMapToInt(Arrays::stream).toArray());
  }

  /** Returns random rows with a maximum number of entries; some are empty, some identical. */
  static SparseRows random(Draws draws, int rowCount, int columnCount, int mostEntries) {
    int[][] columns = new int[rowCount][];
    for (int row = 0; row < rowCount; row++) {
      columns[row] =
          row > 0 && draws.chance(0.2)
              ? columns[draws.index(row)]
              : draws.indices(draws.index(mostEntries + 1), columnCount);
    }
    return rows(columnCount, columns);
  }

  /** Returns the counts as a dense matrix, {@code [rows][columns]}. */
  static int[][] dense(SparseRows rows) {
    int[][] dense = new int[rows.rowCount()][rows.columnCount()];
    for (int row = 0; row < dense.length; row++) {
      for (int i = rows.start(row); i < rows.start(row + 1); i++) {
        dense[row][rows.column(i)]++;
      }
    }
    return dense;
  }
}
