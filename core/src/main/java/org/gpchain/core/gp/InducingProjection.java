package org.gpchain.core.gp;

import org.gpchain.core.kernel.Kernel;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Cholesky;
import org.gpchain.core.math.SparseRows;

/**
 * The whitened projection of inputs onto M inducing points Z: with {@code K_ZZ = L Lᵀ} and {@code u
 * = L v}, {@code f(x) = w(x)ᵀ v + residual}, {@code w(x) = L⁻¹ k(Z, x)}, and the residual has the
 * covariance {@code K̃ = k(x, x') − w(x)ᵀ w(x')} (supplement, eq. 22–23, in whitened coordinates).
 * Immutable.
 */
public final class InducingProjection {
  /** Linear kernels over duplicate tokens are singular without it. */
  private static final double JITTER = 1e-3;

  private final Kernel kernel;
  private final SparseRows inducing;
  private final Kernel.CrossCovariance cross;
  private final Cholesky factor;

  private InducingProjection(
      Kernel kernel, SparseRows inducing, Kernel.CrossCovariance cross, Cholesky factor) {
    this.kernel = kernel;
    this.inducing = inducing;
    this.cross = cross;
    this.factor = factor;
  }

  /**
   * Prepares the projection onto the given points.
   *
   * @param inducing the inducing points Z, M ≥ 1 rows; kept
   */
  public static InducingProjection of(Kernel kernel, SparseRows inducing) {
    int m = Checks.atLeast("number of inducing points", inducing.rowCount(), 1);
    Kernel.CrossCovariance cross = kernel.against(inducing);
    double[] covariance = new double[m * m];
    for (int i = 0; i < m; i++) {
      cross.of(inducing, i, covariance, i, m);
    }
    return new InducingProjection(
        kernel, inducing, cross, Cholesky.of("K_ZZ", covariance, m, JITTER));
  }

  /** Number of inducing points M. */
  public int size() {
    return factor.size();
  }

  /** The inducing points Z. */
  public SparseRows inducing() {
    return inducing;
  }

  /**
   * Projects a run of rows.
   *
   * @param x feature rows; not modified
   * @param from first row
   * @param count number of rows
   * @param out {@code [M×count]} row-major: column j is w of row {@code from + j}; overwritten
   */
  public void project(SparseRows x, int from, int count, double[] out) {
    Checks.capacity("out", out.length, (long) size() * count, "[M×count]");
    for (int j = 0; j < count; j++) {
      cross.of(x, from + j, out, j, count);
    }
    factor.solveLower(out, count);
  }

  /**
   * The covariance K̃ of what the inducing points leave open, within one run of rows.
   *
   * @param x feature rows; not modified
   * @param from first row
   * @param count number of rows T
   * @param projected what {@link #project} wrote for them; not modified
   * @return {@code [T×T]} row-major
   */
  public double[] residual(SparseRows x, int from, int count, double[] projected) {
    double[] covariance = new double[count * count];
    int[] rows = new int[count];
    for (int j = 0; j < count; j++) {
      rows[j] = from + j;
    }
    Kernel.CrossCovariance within = kernel.against(x.select(rows));
    for (int j = 0; j < count; j++) {
      within.of(x, from + j, covariance, j, count);
    }
    for (int m = 0; m < size(); m++) {
      for (int i = 0; i < count; i++) {
        double weight = projected[m * count + i];
        for (int j = 0; j < count; j++) {
          covariance[i * count + j] -= weight * projected[m * count + j];
        }
      }
    }
    return covariance;
  }
}
