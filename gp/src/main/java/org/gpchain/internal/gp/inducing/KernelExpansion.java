package org.gpchain.internal.gp.inducing;

import java.util.Arrays;
import org.gpchain.internal.core.kernel.ColumnBlock;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.core.math.SparseRows;

/**
 * Functions that are sums over inducing points, {@code f_v(x) = Σ_m α_mv k(z_m, x)}. The mean of a
 * posterior has this form. A value takes O(M) evaluations of the kernel and no triangular solve.
 *
 * @param kernel kernel k
 * @param inducing inducing points Z, M ≥ 1 rows; retained, not copied
 * @param cross covariances of the kernel with Z
 * @param coefficients α, {@code [M×V]} row-major; retained, not copied
 */
public record KernelExpansion(
    Kernel kernel, SparseRows inducing, Kernel.CrossCovariance cross, double[] coefficients) {
  /** Checks that the arrays fit each other. */
  public KernelExpansion {
    int m = Checks.atLeast("number of inducing points", inducing.rowCount(), 1);
    Checks.length("coefficients", coefficients.length % m, 0, "modulo M [M×V]");
  }

  /** Creates functions with given coefficients α, {@code [M×V]} row-major; retained, not copied. */
  public KernelExpansion(Kernel kernel, SparseRows inducing, double[] coefficients) {
    this(kernel, inducing, kernel.against(inducing), coefficients);
  }

  /** Returns the number of functions, V. */
  public int functionCount() {
    return coefficients.length / inducing.rowCount();
  }

  /**
   * Writes the values of all functions at consecutive rows.
   *
   * @param x inputs; not modified
   * @param from index of the first row
   * @param count number of rows
   * @param out {@code [count×V]}; overwritten
   */
  public void values(SparseRows x, int from, int count, double[] out) {
    int v = functionCount();
    Checks.capacity("out", out.length, (long) count * v, "[count×V]");

    double[] covariance = new double[inducing.rowCount()];
    ColumnBlock column = ColumnBlock.ofColumn(covariance);
    for (int t = 0; t < count; t++) {
      cross.write(x, from + t, column, 0);
      Arrays.fill(out, t * v, (t + 1) * v, 0);
      for (int m = 0; m < covariance.length; m++) {
        ScaledSums.add(covariance[m], coefficients, m * v, v, out, t * v);
      }
    }
  }
}
