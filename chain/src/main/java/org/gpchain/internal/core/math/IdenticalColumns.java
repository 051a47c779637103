package org.gpchain.internal.core.math;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Classes of identical columns of a sparse matrix: columns that are active in exactly the same rows
 * with the same values. A linear model with a Gaussian prior can treat each class as one column.
 * That saves much work, because most features of a corpus occur once, and all features that occur
 * only at one token form one class. Each dense column is a class by itself; these classes come
 * last.
 *
 * @param classOf class number of each column
 * @param classCount number of classes
 */
public record IdenticalColumns(int[] classOf, int classCount) {
  private static final int NONE = -1;

  /**
   * Finds the classes of a matrix, numbered in the order in which its rows first use them. The
   * classes of dense columns come last.
   */
  public static IdenticalColumns of(SparseRows matrix) {
    SparseRows columns = matrix.transpose();
    int[] classOf = new int[columns.rowCount()];
    int[] previousOfSameHash = new int[columns.rowCount()];
    Map<Long, Integer> lastOfHash = new HashMap<>();
    int classes = 0;

    for (int d = 0; d < classOf.length; d++) {
      Integer previous = lastOfHash.put(hash(columns, d), d);
      previousOfSameHash[d] = previous == null ? NONE : previous;

      int twin = previousOfSameHash[d];
      while (twin != NONE && !isSame(columns, d, twin)) {
        twin = previousOfSameHash[twin];
      }
      if (twin == NONE) {
        classOf[d] = classes++;
      } else {
        classOf[d] = classOf[twin];
      }
    }

    int[] renumbered =
        Arrays.copyOf(inOrderOfFirstRow(matrix, classOf, classes), matrix.columnCount());
    for (int d = matrix.sparseCount(); d < renumbered.length; d++) {
      renumbered[d] = classes++;
    }
    return new IdenticalColumns(renumbered, classes);
  }

  /**
   * Renumbers the classes in the order in which the rows first use them. Neighboring rows then use
   * neighboring columns, which is good for the processor's cache.
   */
  private static int[] inOrderOfFirstRow(SparseRows matrix, int[] classOf, int classes) {
    int[] number = new int[classes];
    Arrays.fill(number, NONE);
    int next = 0;
    for (int i = 0; i < matrix.entryCount(); i++) {
      int c = classOf[matrix.column(i)];
      if (number[c] == NONE) {
        number[c] = next++;
      }
    }

    int[] renumbered = new int[classOf.length];
    for (int d = 0; d < classOf.length; d++) {
      int c = classOf[d];
      if (number[c] == NONE) {
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

  private static boolean isSame(SparseRows columns, int a, int b) {
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

  /** Returns the matrix with one column for each class, in the order of the class numbers. */
  public SparseRows merge(SparseRows matrix) {
    int[] firstColumn = new int[classCount];
    for (int d = classOf.length - 1; d >= 0; d--) {
      firstColumn[classOf[d]] = d;
    }
    return matrix.selectColumns(firstColumn);
  }
}
