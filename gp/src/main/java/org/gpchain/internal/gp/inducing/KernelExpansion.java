package org.gpchain.internal.gp.inducing;

import java.util.Arrays;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.core.math.SparseRows;

/**
 * Functions written as sums over inducing points, {@code f_v(x) = Σ_m α_mv k(z_m, x)}: the form of
 * a posterior mean when the rest of the posterior is not needed. A value costs O(M) kernels and
 * products, without a triangular solve. Arrays are kept.
 *
 * @param inducing the inducing points Z, M ≥ 1 rows
 * @param coefficients α, {@code [M×V]} row-major
 */
public record KernelExpansion(
    Kernel kernel, SparseRows inducing, Kernel.CrossCovariance cross, double[] coefficients) {
  public KernelExpansion {
    int m = Checks.atLeast("number of inducing points", inducing.rowCount(), 1);
    Checks.length("coefficients", coefficients.length % m, 0, "modulo M [M×V]");
  }

  public KernelExpansion(Kernel kernel, SparseRows inducing, double[] coefficients) {
    this(kernel, inducing, kernel.against(inducing), coefficients);
  }

  /** Number of functions V. */
  public int functionCount() {
    return coefficients.length / inducing.rowCount();
  }

  /**
   * Writes the values at a run of rows.
   *
   * @param out {@code [count×V]}; overwritten
   */
  public void values(SparseRows x, int from, int count, double[] out) {
    int v = functionCount();
    Checks.capacity("out", out.length, (long) count * v, "[count×V]");
    double[] covariance = new double[inducing.rowCount()];
    for (int t = 0; t < count; t++) {
      cross.of(x, from + t, covariance, 0, 1);
      Arrays.fill(out, t * v, (t + 1) * v, 0);
      for (int m = 0; m < covariance.length; m++) {
        ScaledSums.add(covariance[m], coefficients, m * v, v, out, t * v);
      }
    }
  }
}
