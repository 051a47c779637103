package org.gpchain.internal.gp.inducing;

import java.util.stream.IntStream;
import org.gpchain.internal.core.kernel.ColumnBlock;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.gp.algebra.Cholesky;
import org.gpchain.internal.gp.algebra.PrincipalAxes;

/**
 * The whitened projection of inputs onto M inducing points Z. With {@code K_ZZ = L Lᵀ} and the
 * values {@code u = L v} at the inducing points, a function value is {@code f(x) = w(x)ᵀ v +
 * residual}, where {@code w(x) = L⁻¹ k(Z, x)}. The residual has the covariance {@code K̃(x, x') =
 * k(x, x') − w(x)ᵀ w(x')} (Galliani et al. 2017, supplement, eq. 22–23, in whitened coordinates).
 * Immutable.
 *
 * @param kernel kernel k
 * @param inducing inducing points Z
 * @param cross covariances of the kernel with Z
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
  /**
   * Maximum number M of inducing points. Memory grows with {@code M²}, the time of learning with
   * {@code M³}.
   */
  public static final int MAX_POINTS = 5_000;

  /**
   * Variance that is added to the diagonal of K_ZZ, as a share of its mean. Without it, linear
   * kernels over equal tokens are singular.
   */
  private static final double JITTER = 1e-3;

  /**
   * Returns the projection onto the given points.
   *
   * @param inducing inducing points Z, M rows, 1 ≤ M ≤ {@link #MAX_POINTS}; retained, not copied
   * @throws IllegalArgumentException if the number of points is out of range
   */
  public static InducingProjection of(Kernel kernel, SparseRows inducing) {
    int m = checkSize(inducing.rowCount());
    Kernel.CrossCovariance cross = kernel.against(inducing);
    double[] covariance = new double[m * m];
    ColumnBlock columns = new ColumnBlock(covariance, m);
    for (int i = 0; i < m; i++) {
      cross.write(inducing, i, columns, i);
    }

    Cholesky factor = Cholesky.of("K_ZZ", covariance, m, JITTER);
    return new InducingProjection(kernel, inducing, cross, factor, null);
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
   * Returns the projection with rotated coordinates, {@code w' = Qᵀ w}. The prior of {@code v' = Qᵀ
   * v} is N(0, I), like the prior of v. If Q holds the principal axes of the training tokens' w
   * ({@link PrincipalAxes}), the posterior is nearly diagonal.
   *
   * @param basis Q, {@code [M×M]} row-major, orthonormal columns; retained, not copied
   * @throws IllegalStateException if the coordinates have been rotated already
   */
  public InducingProjection rotated(double[] basis) {
    Checks.length("axes", basis.length, (long) size() * size(), "[M×M]");
    if (axes != null) {
      throw new IllegalStateException("the coordinates have been rotated already");
    }
    return new InducingProjection(kernel, inducing, cross, factor, basis);
  }

  /**
   * Computes the whitened coordinates of values at the inducing points, {@code v = Qᵀ L⁻¹ u}.
   *
   * @param values u, {@code [M×columns]} row-major; replaced by v
   */
  public void whiten(double[] values, int columns) {
    factor.solveLower(values, columns);
    multiply(values, columns, size(), 1);
  }

  /**
   * Replaces a matrix X by the product B X, where B is Q or Qᵀ. Entry (i, j) of B is {@code axes[j
   * * from + i * step]}. Each column of the product is summed in a separate array. A column has M
   * numbers, and a row only as many as a sentence has tokens. Thus the compiler can vectorize the
   * inner loop over a column.
   *
   * @param inOut X, {@code [M×columns]} row-major; replaced by the product
   * @param from distance of the columns of B in the axes
   * @param step distance of the rows of B in the axes
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

  /** Returns the number of inducing points, M. */
  public int size() {
    return factor.size();
  }

  /**
   * Writes the projections of consecutive rows.
   *
   * @param x inputs; not modified
   * @param from index of the first row
   * @param count number of rows
   * @param out {@code [M×count]} row-major; column j becomes w of row {@code from + j}
   */
  public void project(SparseRows x, int from, int count, double[] out) {
    Checks.capacity("out", out.length, (long) size() * count, "[M×count]");
    ColumnBlock columns = new ColumnBlock(out, count);
    for (int j = 0; j < count; j++) {
      cross.write(x, from + j, columns, j);
    }
    whiten(out, count);
  }

  /**
   * Returns the covariance K̃ of the residuals of consecutive rows.
   *
   * @param x inputs; not modified
   * @param from index of the first row
   * @param count number of rows T
   * @param projected projections of the rows, as written by {@link #project}; not modified
   * @return {@code [T×T]} row-major; a new array
   */
  public double[] residual(SparseRows x, int from, int count, double[] projected) {
    double[] covariance = new double[count * count];
    ColumnBlock columns = new ColumnBlock(covariance, count);
    Kernel.CrossCovariance within = within(x, from, count);
    for (int j = 0; j < count; j++) {
      within.write(x, from + j, columns, j);
    }

    for (int m = 0; m < size(); m++) {
      for (int i = 0; i < count; i++) {
        ScaledSums.add(
            -projected[m * count + i], projected, m * count, count, covariance, i * count);
      }
    }
    return covariance;
  }

  /** Returns the covariances with consecutive rows. */
  private Kernel.CrossCovariance within(SparseRows x, int from, int count) {
    return kernel.against(x.select(IntStream.range(from, from + count).toArray()));
  }

  /**
   * Returns the functions with given whitened values: {@code f(x) = w(x)ᵀ v = k(x, Z) α} with
   * {@code α = L⁻ᵀ Q v}.
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

  /** Returns the projection onto the same points, with the same axes, under another kernel. */
  public InducingProjection withKernel(Kernel other) {
    InducingProjection plain = of(other, inducing);
    if (axes == null) {
      return plain;
    }
    return plain.rotated(axes);
  }

  /**
   * Replaces the derivatives with respect to w of several rows by those with respect to {@code k(Z,
   * x)}: {@code L⁻ᵀ Q ∂/∂w}.
   *
   * @param gradient {@code [M×count]} row-major; replaced
   */
  public void pullBackColumns(double[] gradient, int count) {
    unrotate(gradient, count);
    factor.solveUpper(gradient, count);
  }

  /**
   * Replaces rotated coordinates v by the coordinates before the rotation, {@code Q v}.
   *
   * @param inOut {@code [M×columns]} row-major; replaced
   */
  public void unrotate(double[] inOut, int columns) {
    multiply(inOut, columns, 1, size());
  }

  /**
   * Adds the contribution of the covariances of consecutive rows, with Z and with one another, to
   * the derivatives with respect to the hyper-parameters of the kernel.
   *
   * @param x inputs; not modified
   * @param from index of the first row
   * @param slopes derivatives with respect to the covariances of the rows; not modified
   * @param gradientInOut derivatives with respect to the hyper-parameters, {@code [H]}; modified
   */
  public void pullBackInputs(SparseRows x, int from, InputGradient slopes, double[] gradientInOut) {
    int count = slopes.count();
    ColumnBlock withInducing = new ColumnBlock(slopes.withInducing(), count);
    ColumnBlock within = new ColumnBlock(slopes.within(), count);
    Kernel.CrossCovariance crossWithin = within(x, from, count);
    for (int j = 0; j < count; j++) {
      cross.pullBack(x, from + j, withInducing, j, gradientInOut);
      crossWithin.pullBack(x, from + j, within, j, gradientInOut);
    }
  }

  /**
   * Adds the contribution of K_ZZ to the derivatives with respect to the hyper-parameters of the
   * kernel.
   *
   * @param factorGradient derivatives with respect to L, {@code [M×M]} row-major; only the lower
   *     triangle is read; not modified
   * @param gradientInOut derivatives with respect to the hyper-parameters, {@code [H]}; modified
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

    ColumnBlock columns = new ColumnBlock(matrix, m);
    for (int i = 0; i < m; i++) {
      cross.pullBack(inducing, i, columns, i, gradientInOut);
    }
  }
}
