package org.gpchain.internal.gp.algebra;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.ScaledSums;

/**
 * A low-rank Cholesky factor of a symmetric positive semidefinite matrix: {@code A ≈ L Lᵀ} with
 * {@code L [n×r]} (Harbrecht, Peters and Schneider 2012). Each pivot is the row with the largest
 * error on the diagonal; the factorization stops when no such error exceeds a tolerance. Only the r
 * columns of A that belong to the pivots are ever computed. The error {@code A − L Lᵀ} is positive
 * semidefinite. The arrays are shared with the caller, who must not modify them.
 *
 * @param pivots the pivot rows in the order in which they were chosen, {@code [r]}
 * @param columns the columns of L, {@code [r][n]}
 */
public record PivotedCholesky(int[] pivots, double[][] columns) {
  /**
   * Factorizes a matrix.
   *
   * @param diagonal diagonal of A, {@code [n]}; not modified
   * @param matrix function that writes column j of A into an array {@code [n]}
   * @param tolerance largest error allowed on the diagonal, greater than 0
   */
  public static PivotedCholesky of(
      double[] diagonal, ObjIntConsumer<double[]> matrix, double tolerance) {
    Checks.positive("tolerance", tolerance);
    double[] error = diagonal.clone();
    List<Integer> pivots = new ArrayList<>();
    List<double[]> columns = new ArrayList<>();

    int pivot = largest(error);
    while (pivot >= 0 && error[pivot] > tolerance) {
      double[] column = new double[error.length];
      matrix.accept(column, pivot);
      for (double[] before : columns) {
        ScaledSums.add(-before[pivot], before, column.length, column);
      }

      double root = Math.sqrt(error[pivot]);
      for (int i = 0; i < column.length; i++) {
        column[i] /= root;
        error[i] -= column[i] * column[i];
      }
      for (int earlier : pivots) {
        column[earlier] = 0;
      }

      column[pivot] = root;
      error[pivot] = 0;
      pivots.add(pivot);
      columns.add(column);
      pivot = largest(error);
    }

    int[] pivotRows = pivots.stream().mapToInt(Integer::intValue).toArray();
    return new PivotedCholesky(pivotRows, columns.toArray(double[][]::new));
  }

  /** Returns the index of the largest value, or -1 if there are no values. */
  private static int largest(double[] values) {
    int best = -1;
    for (int i = 0; i < values.length; i++) {
      if (best < 0 || values[i] > values[best]) {
        best = i;
      }
    }
    return best;
  }

  /** Returns the number r of columns of L. */
  public int rank() {
    return pivots.length;
  }

  /**
   * Returns the Cholesky factor of the submatrix of A in the pivot rows and columns, {@code [r×r]}.
   */
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
