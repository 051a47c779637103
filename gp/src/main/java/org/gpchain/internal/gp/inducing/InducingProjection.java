package org.gpchain.internal.gp.inducing;

import java.util.stream.IntStream;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.gp.algebra.Cholesky;
import org.gpchain.internal.gp.algebra.PrincipalAxes;

/**
 * The whitened projection of inputs onto M inducing points Z: with {@code K_ZZ = L Lᵀ} and {@code u
 * = L v}, {@code f(x) = w(x)ᵀ v + residual}, {@code w(x) = L⁻¹ k(Z, x)}, and the residual has the
 * covariance {@code K̃ = k(x, x') − w(x)ᵀ w(x')} (supplement, eq. 22–23, in whitened coordinates).
 * Immutable.
 *
 * @param inducing the inducing points Z
 * @param cross covariances with these
 * @param factor L
 * @param axes Q of {@link #rotated}, orthonormal columns, {@code [M×M]}; null if the coordinates
 *     are not rotated; shared, not to be modified
 */
public record InducingProjection(
    Kernel kernel,
    SparseRows inducing,
    Kernel.CrossCovariance cross,
    Cholesky factor,
    double[] axes) {
  /** Most inducing points: they take {@code M²} of memory and {@code M³} of time. */
  public static final int MAX_POINTS = 5_000;

  /** Linear kernels over duplicate tokens are singular without it. */
  private static final double JITTER = 1e-3;

  /**
   * Prepares the projection onto the given points.
   *
   * @param inducing the inducing points Z, M rows, 1 ≤ M ≤ {@link #MAX_POINTS}; kept
   * @throws IllegalArgumentException if there are none, or too many
   */
  public static InducingProjection of(Kernel kernel, SparseRows inducing) {
    int m = checkSize(inducing.rowCount());
    Kernel.CrossCovariance cross = kernel.against(inducing);
    double[] covariance = new double[m * m];
    for (int i = 0; i < m; i++) {
      cross.of(inducing, i, covariance, i, m);
    }
    return new InducingProjection(
        kernel, inducing, cross, Cholesky.of("K_ZZ", covariance, m, JITTER), null);
  }

  /**
   * Checks a number of inducing points.
   *
   * @throws IllegalArgumentException if it is below 1, or above {@link #MAX_POINTS}
   */
  public static int checkSize(int points) {
    if (points > MAX_POINTS) {
      throw new IllegalArgumentException(
          points + " inducing points are more than " + MAX_POINTS + " (a limit)");
    }
    return Checks.atLeast("number of inducing points", points, 1);
  }

  /**
   * The same projection with its coordinates rotated: {@code w' = Qᵀ w}. The prior of {@code v' =
   * Qᵀ v} is N(0, I) as that of v is. Along the principal axes of the training tokens' w ({@link
   * PrincipalAxes}) the posterior is nearly diagonal.
   *
   * @param basis Q, {@code [M×M]} row-major, orthonormal columns; kept
   */
  public InducingProjection rotated(double[] basis) {
    Checks.length("axes", basis.length, (long) size() * size(), "[M×M]");
    if (axes != null) {
      throw new IllegalStateException("the coordinates have been rotated already");
    }
    return new InducingProjection(kernel, inducing, cross, factor, basis);
  }

  /**
   * Whitened coordinates of given values at the inducing points: {@code v = Qᵀ L⁻¹ u}.
   *
   * @param values u, {@code [M×columns]} row-major; replaced by v
   */
  public void whiten(double[] values, int columns) {
    factor.solveLower(values, columns);
    multiply(values, columns, size(), 1);
  }

  /**
   * Replaces X by B X, where column j of B stands in the basis from {@code j·from} on, its entries
   * so many steps apart. Columns of X are summed up one by one, since they are as long as there are
   * inducing points and a sentence is short: the inner loop is one that the compiler vectorises.
   *
   * @param inOut {@code [M×columns]} row-major
   */
  private void multiply(double[] inOut, int columns, int from, int step) {
    if (axes == null) {
      return;
    }
    int m = size();
    double[][] sums = new double[columns][m];
    double[] column = new double[m];
    for (int j = 0; j < m; j++) {
      for (int i = 0; i < m; i++) {
        column[i] = axes[j * from + i * step];
      }
      for (int c = 0; c < columns; c++) {
        ScaledSums.add(inOut[j * columns + c], column, m, sums[c]);
      }
    }
    for (int i = 0; i < m; i++) {
      for (int c = 0; c < columns; c++) {
        inOut[i * columns + c] = sums[c][i];
      }
    }
  }

  /** Number of inducing points M. */
  public int size() {
    return factor.size();
  }

  /**
   * @param out {@code [M×count]} row-major: column j is w of row {@code from + j}; overwritten
   */
  public void project(SparseRows x, int from, int count, double[] out) {
    Checks.capacity("out", out.length, (long) size() * count, "[M×count]");
    for (int j = 0; j < count; j++) {
      cross.of(x, from + j, out, j, count);
    }
    whiten(out, count);
  }

  /**
   * The covariance K̃ of what the inducing points leave open, within one run of rows.
   *
   * @param count number of rows T
   * @param projected what {@link #project} wrote for them; not modified
   * @return {@code [T×T]} row-major
   */
  public double[] residual(SparseRows x, int from, int count, double[] projected) {
    double[] covariance = new double[count * count];
    Kernel.CrossCovariance within = within(x, from, count);
    for (int j = 0; j < count; j++) {
      within.of(x, from + j, covariance, j, count);
    }
    for (int m = 0; m < size(); m++) {
      for (int i = 0; i < count; i++) {
        ScaledSums.add(
            -projected[m * count + i], projected, m * count, count, covariance, i * count);
      }
    }
    return covariance;
  }

  private Kernel.CrossCovariance within(SparseRows x, int from, int count) {
    return kernel.against(x.select(IntStream.range(from, from + count).toArray()));
  }

  /**
   * The functions with given whitened values: {@code f(x) = w(x)ᵀ v = k(x, Z) α} with {@code α =
   * L⁻ᵀ Q v}.
   *
   * @param values v, {@code [M×columns]} row-major, one function per column; not modified
   */
  public KernelExpansion expansion(double[] values) {
    int columns = values.length / size();
    Checks.length("values", values.length, (long) size() * columns, "[M×columns]");
    double[] coefficients = values.clone();
    unrotate(coefficients, columns);
    factor.solveUpper(coefficients, columns);
    return new KernelExpansion(kernel, inducing, cross, coefficients);
  }

  /** The same points and axes under another kernel. */
  public InducingProjection withKernel(Kernel other) {
    InducingProjection plain = of(other, inducing);
    return axes == null ? plain : plain.rotated(axes);
  }

  /**
   * From derivatives with respect to w of a run of rows to those with respect to {@code k(Z, x)}:
   * {@code L⁻ᵀ Q ∂/∂w}.
   *
   * @param gradient {@code [M×count]}; replaced
   */
  public void pullBackColumns(double[] gradient, int count) {
    unrotate(gradient, count);
    factor.solveUpper(gradient, count);
  }

  /** {@code Q v}: whitened coordinates before the rotation, {@code [M×columns]}; replaced. */
  public void unrotate(double[] inOut, int columns) {
    multiply(inOut, columns, 1, size());
  }

  /**
   * Adds what the covariances of inputs with Z contribute to the derivatives with respect to the
   * kernel's hyper-parameters.
   *
   * @param columns derivatives with respect to {@code k(Z, x)}, {@code [M×count]}; not modified
   * @param within derivatives with respect to {@code k(x, x')}, {@code [count×count]}; not modified
   * @param gradientInOut {@code [hyperParameterCount]}; modified
   */
  public void pullBackInputs(
      SparseRows x,
      int from,
      int count,
      double[] columns,
      double[] within,
      double[] gradientInOut) {
    Kernel.CrossCovariance own = within(x, from, count);
    for (int j = 0; j < count; j++) {
      cross.pullBack(x, from + j, columns, j, count, gradientInOut);
      own.pullBack(x, from + j, within, j, count, gradientInOut);
    }
  }

  /**
   * Adds what K_ZZ contributes to the derivatives with respect to the kernel's hyper-parameters.
   *
   * @param factorGradient derivatives with respect to L, {@code [M×M]}, of which the lower triangle
   *     is read; not modified
   * @param gradientInOut {@code [hyperParameterCount]}; modified
   */
  public void pullBackInducing(double[] factorGradient, double[] gradientInOut) {
    int m = size();
    double[] matrix = factor.pullBack(factorGradient);
    double trace = 0;
    for (int i = 0; i < m; i++) {
      trace += matrix[i * m + i];
    }
    // The jitter is a share of the mean diagonal, so it grows with the variances.
    for (int i = 0; i < m; i++) {
      matrix[i * m + i] += JITTER * trace / m;
    }
    for (int i = 0; i < m; i++) {
      cross.pullBack(inducing, i, matrix, i, m, gradientInOut);
    }
  }
}
