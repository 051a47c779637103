package org.gpchain.internal.gp.algebra;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.ScaledSums;

/**
 * The Cholesky factor of a symmetric positive semidefinite matrix as far as it matters: {@code A ≈
 * L Lᵀ} with {@code L [n×r]}, whose pivots are chosen one by one where the most is missing, until
 * no entry of the diagonal misses more than a tolerance (Harbrecht, Peters and Schneider 2012).
 * Only the r columns of the pivots are ever computed. What is missing is positive semidefinite.
 * Arrays are shared, not to be modified.
 *
 * @param pivots the rows that were chosen, {@code [r]}
 * @param columns the columns of L, {@code [r][n]}
 */
public record PivotedCholesky(int[] pivots, double[][] columns) {
  /**
   * @param diagonal of the matrix, {@code [n]}; not modified
   * @param matrix writes a column, by its number, into {@code [n]}
   */
  public static PivotedCholesky of(
      double[] diagonal, ObjIntConsumer<double[]> matrix, double tolerance) {
    Checks.positive("tolerance", tolerance);
    double[] missing = diagonal.clone();
    List<Integer> pivots = new ArrayList<>();
    List<double[]> columns = new ArrayList<>();
    int pivot = largest(missing);
    while (pivot >= 0 && missing[pivot] > tolerance) {
      double[] column = new double[missing.length];
      matrix.accept(column, pivot);
      for (double[] before : columns) {
        ScaledSums.add(-before[pivot], before, column.length, column);
      }
      double root = Math.sqrt(missing[pivot]);
      for (int i = 0; i < column.length; i++) {
        column[i] /= root;
        missing[i] -= column[i] * column[i];
      }
      for (int earlier : pivots) {
        column[earlier] = 0;
      }
      column[pivot] = root;
      missing[pivot] = 0;
      pivots.add(pivot);
      columns.add(column);
      pivot = largest(missing);
    }
    return new PivotedCholesky(
        pivots.stream().mapToInt(Integer::intValue).toArray(), columns.toArray(double[][]::new));
  }

  private static int largest(double[] values) {
    int best = -1;
    for (int i = 0; i < values.length; i++) {
      if (best < 0 || values[i] > values[best]) {
        best = i;
      }
    }
    return best;
  }

  /** Number r of columns of L. */
  public int rank() {
    return pivots.length;
  }

  /** The Cholesky factor of the matrix of the pivots, {@code [r×r]}. */
  public Cholesky ofPivots() {
    int r = rank();
    double[] lower = new double[r * r];
    for (int i = 0; i < r; i++) {
      for (int j = 0; j <= i; j++) {
        lower[i * r + j] = columns[j][pivots[i]];
      }
    }
    return Cholesky.ofFactor(lower, r);
  }
}
