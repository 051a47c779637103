package org.gpchain.internal.gp.algebra;

import java.util.Arrays;
import java.util.Comparator;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.gpchain.internal.core.math.Checks;

/** The principal axes of a symmetric matrix: its eigenvectors by descending eigenvalue. */
public final class PrincipalAxes {
  private PrincipalAxes() {}

  /**
   * Computes the principal axes of a matrix.
   *
   * @param matrix {@code [n×n]} row-major, symmetric; not modified
   * @return {@code [n×n]} row-major: column j is the axis with the j-th largest eigenvalue; the
   *     entry of largest absolute value in each axis is positive
   * @throws ArithmeticException if the matrix has no finite decomposition
   */
  public static double[] of(double[] matrix, int size) {
    Checks.length("matrix", matrix.length, (long) size * size, "[n×n]");
    EigenDecomposition_F64<DMatrixRMaj> decomposition =
        DecompositionFactory_DDRM.eig(size, true, true);

    // For small matrices, EJML returns NaN eigenvalues instead of reporting a failure.
    boolean isFinite = Arrays.stream(matrix).allMatch(Double::isFinite);
    if (!isFinite || !decomposition.decompose(new DMatrixRMaj(size, size, true, matrix.clone()))) {
      throw new ArithmeticException(
          String.format(
              "no eigenvectors were found of a matrix of %s rows: check it for NaN and infinities",
              size));
    }

    Integer[] order = new Integer[size];
    Arrays.setAll(order, i -> i);
    Arrays.sort(
        order,
        Comparator.comparingDouble((Integer i) -> -decomposition.getEigenvalue(i).getReal()));

    double[] axes = new double[size * size];
    for (int j = 0; j < size; j++) {
      double[] axis = decomposition.getEigenVector(order[j]).data;
      double sign = signOfLargest(axis);
      for (int i = 0; i < size; i++) {
        axes[i * size + j] = sign * axis[i];
      }
    }

    return axes;
  }

  /**
   * Returns the sign of the entry with the largest absolute value. Eigenvectors are unique only up
   * to their sign; multiplying by this number makes them unique.
   */
  private static double signOfLargest(double[] axis) {
    double largest = 0;
    for (double entry : axis) {
      if (Math.abs(entry) > Math.abs(largest)) {
        largest = entry;
      }
    }
    return largest < 0 ? -1 : 1;
  }
}
