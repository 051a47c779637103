package org.gpchain.internal.core.math;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Columns of a sparse matrix that are active in exactly the same rows, with the same values. To a
 * linear model with a Gaussian prior they are one column: most features of a corpus are seen once,
 * and all features that only one token has fall together.
 */
public record IdenticalColumns(int[] classOf, int classCount) {
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
      hash = Seeds.mix(hash, columns.column(i));
      if (columns.isWeighted()) {
        hash = Seeds.mix(hash, Float.floatToIntBits(columns.value(i)));
      }
    }
    return hash;
  }

  private static boolean same(SparseRows columns, int a, int b) {
    int length = columns.start(a + 1) - columns.start(a);
    if (length != columns.start(b + 1) - columns.start(b)) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      int ofA = columns.start(a) + i;
      int ofB = columns.start(b) + i;
      if (columns.column(ofA) != columns.column(ofB) || columns.value(ofA) != columns.value(ofB)) {
        return false;
      }
    }
    return true;
  }

  /** The matrix with one column for each class. */
  public SparseRows merge(SparseRows matrix) {
    int[] first = new int[classCount];
    for (int d = classOf.length - 1; d >= 0; d--) {
      first[classOf[d]] = d;
    }
    return matrix.selectColumns(first);
  }
}
