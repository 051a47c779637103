package org.gpchain.internal.gp.algebra;

import java.util.Arrays;
import java.util.Comparator;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.gpchain.internal.core.math.Checks;

/** The principal axes of a symmetric matrix: its eigenvectors, the largest eigenvalue first. */
public final class PrincipalAxes {
  private PrincipalAxes() {}

  /**
   * @param matrix {@code [n×n]} row-major, symmetric; not modified
   * @return {@code [n×n]} row-major: column j is the j-th axis, its largest entry positive
   * @throws ArithmeticException if the matrix has no finite decomposition
   */
  public static double[] of(double[] matrix, int size) {
    Checks.length("matrix", matrix.length, (long) size * size, "[n×n]");
    EigenDecomposition_F64<DMatrixRMaj> decomposition =
        DecompositionFactory_DDRM.eig(size, true, true);
    // The decomposition of a small matrix returns NaN as an eigenvalue without an error.
    if (!Arrays.stream(matrix).allMatch(Double::isFinite)
        || !decomposition.decompose(new DMatrixRMaj(size, size, true, matrix.clone()))) {
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

  /** Eigenvectors are unique only up to their sign, which this fixes. */
  private static double signOfLargest(double[] axis) {
    double largest = 0;
    for (double entry : axis) {
      largest = Math.abs(entry) > Math.abs(largest) ? entry : largest;
    }
    return largest < 0 ? -1 : 1;
  }
}
