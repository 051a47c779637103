package org.gpchain.core.math;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Columns of a sparse matrix that are active in exactly the same rows. To a linear model with a
 * Gaussian prior they are one column: most features of a corpus are seen once, and all features
 * that only one token has fall together.
 */
public final class IdenticalColumns {
  private final int[] classOf;
  private final int classCount;

  private IdenticalColumns(int[] classOf, int classCount) {
    this.classOf = classOf;
    this.classCount = classCount;
  }

  /** Finds the identical columns of a matrix. */
  public static IdenticalColumns of(SparseRows matrix) {
    SparseRows columns = matrix.transpose();
    int[] classOf = new int[columns.rowCount()];
    int[] previousOfSameHash = new int[columns.rowCount()];
    Map<Long, Integer> lastOfHash = new HashMap<>();
    int classes = 0;
    for (int d = 0; d < classOf.length; d++) {
      Integer candidate = lastOfHash.put(hash(columns, d), d);
      previousOfSameHash[d] = candidate == null ? -1 : candidate;
      int twin = previousOfSameHash[d];
      while (twin >= 0 && !same(columns, d, twin)) {
        twin = previousOfSameHash[twin];
      }
      classOf[d] = twin < 0 ? classes++ : classOf[twin];
    }
    return new IdenticalColumns(inOrderOfFirstRow(matrix, classOf, classes), classes);
  }

  /**
   * Numbers the classes anew, in the order in which the rows need them: columns of neighbouring
   * rows then lie side by side in memory, and most are needed only once.
   */
  private static int[] inOrderOfFirstRow(SparseRows matrix, int[] classOf, int classes) {
    int[] number = new int[classes];
    Arrays.fill(number, -1);
    int next = 0;
    for (int i = 0; i < matrix.entryCount(); i++) {
      int c = classOf[matrix.column(i)];
      if (number[c] < 0) {
        number[c] = next++;
      }
    }
    int[] renumbered = new int[classOf.length];
    for (int d = 0; d < classOf.length; d++) {
      int c = classOf[d];
      if (number[c] < 0) {
        number[c] = next++;
      }
      renumbered[d] = number[c];
    }
    return renumbered;
  }

  private static long hash(SparseRows columns, int d) {
    long hash = 1;
    for (int i = columns.start(d); i < columns.start(d + 1); i++) {
      hash = (hash ^ columns.column(i)) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 29;
    }
    return hash;
  }

  private static boolean same(SparseRows columns, int a, int b) {
    int length = columns.start(a + 1) - columns.start(a);
    if (length != columns.start(b + 1) - columns.start(b)) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (columns.column(columns.start(a) + i) != columns.column(columns.start(b) + i)) {
        return false;
      }
    }
    return true;
  }

  /** Number of distinct columns. */
  public int classCount() {
    return classCount;
  }

  /** The class of a column. */
  public int classOf(int column) {
    return classOf[column];
  }

  /** The matrix with one column for each class. */
  public SparseRows merge(SparseRows matrix) {
    boolean[] isFirst = new boolean[classOf.length];
    boolean[] seen = new boolean[classCount];
    for (int d = 0; d < classOf.length; d++) {
      isFirst[d] = !seen[classOf[d]];
      seen[classOf[d]] = true;
    }
    int[] starts = new int[matrix.rowCount() + 1];
    int[] merged = new int[matrix.entryCount()];
    int used = 0;
    for (int r = 0; r < matrix.rowCount(); r++) {
      for (int i = matrix.start(r); i < matrix.start(r + 1); i++) {
        if (isFirst[matrix.column(i)]) {
          merged[used++] = classOf[matrix.column(i)];
        }
      }
      starts[r + 1] = used;
    }
    return SparseRows.of(classCount, starts, Arrays.copyOf(merged, used));
  }
}
