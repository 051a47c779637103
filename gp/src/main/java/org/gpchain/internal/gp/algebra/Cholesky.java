package org.gpchain.internal.gp.algebra;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.CholeskyDecomposition_F64;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.ScaledSums;

/**
 * The lower Cholesky factor L of a symmetric matrix, {@code A + jitter·I = L Lᵀ}, with solvers for
 * L and its transpose. Immutable.
 *
 * <p>Right-hand sides are blocks {@code [n×columns]} row-major, so that the inner loops run over
 * contiguous memory.
 *
 * @param size number of rows and columns n
 * @param lower the factor L, {@code [n×n]} row-major, zero above the diagonal; shared with the
 *     caller, who must not modify it
 * @param jitter number that was added to the diagonal of A
 */
public record Cholesky(int size, double[] lower, double jitter) {
  /** Smallest jitter tried after none, as a share of the mean diagonal. */
  private static final double SMALLEST_JITTER = 1e-10;

  /** Largest jitter tried before giving up, as a share of the mean diagonal. */
  private static final double LARGEST_JITTER = 1e-1;

  /**
   * Factorizes a matrix. If that fails, tries again with ten times the jitter, up to a tenth of the
   * mean diagonal.
   *
   * @param name name of the matrix for the error message
   * @param matrix {@code [n×n]} row-major, symmetric; not modified
   * @param jitter jitter of the first attempt, as a share of the mean diagonal; 0 for none
   * @throws NotPositiveDefiniteException if even the largest jitter is not enough
   */
  public static Cholesky of(String name, double[] matrix, int size, double jitter) {
    Checks.length(name, matrix.length, (long) size * size, "[n×n]");
    double mean = 0;
    for (int i = 0; i < size; i++) {
      mean += matrix[i * size + i] / size;
    }

    double relative = jitter;
    while (relative <= LARGEST_JITTER) {
      DMatrixRMaj work = new DMatrixRMaj(size, size, true, matrix.clone());
      for (int i = 0; i < size; i++) {
        work.data[i * size + i] += relative * mean;
      }

      CholeskyDecomposition_F64<DMatrixRMaj> decomposition =
          DecompositionFactory_DDRM.chol(size, true);
      if (decomposition.decompose(work)) {
        double[] lower = decomposition.getT(null).data;
        if (Arrays.stream(lower).allMatch(Double::isFinite)) {
          return new Cholesky(size, lower, relative * mean);
        }
      }

      relative = relative == 0 ? SMALLEST_JITTER : relative * 10;
    }

    throw new NotPositiveDefiniteException(name, size, LARGEST_JITTER);
  }

  /**
   * Returns the factorization with a known factor.
   *
   * @param lower L, {@code [n×n]} row-major, zero above the diagonal; kept, not copied
   */
  public static Cholesky ofFactor(double[] lower, int size) {
    Checks.length("lower", lower.length, (long) size * size, "[n×n]");
    return new Cholesky(size, lower, 0);
  }

  /** Returns {@code log |L Lᵀ|}. */
  public double logDeterminant() {
    double sum = 0;
    for (int i = 0; i < size; i++) {
      sum += 2 * Math.log(lower[i * size + i]);
    }
    return sum;
  }

  /**
   * Replaces x by {@code L⁻¹ x}.
   *
   * @param x {@code [n×columns]} row-major; modified
   */
  public void solveLower(double[] x, int columns) {
    Checks.capacity("x", x.length, (long) size * columns, "[n×columns]");
    for (int i = 0; i < size; i++) {
      int row = i * columns;
      for (int j = 0; j < i; j++) {
        ScaledSums.add(-lower[i * size + j], x, j * columns, columns, x, row);
      }
      ScaledSums.scale(1 / lower[i * size + i], x, row, columns);
    }
  }

  /**
   * Replaces x by {@code L⁻ᵀ x}.
   *
   * @param x {@code [n×columns]} row-major; modified
   */
  public void solveUpper(double[] x, int columns) {
    Checks.capacity("x", x.length, (long) size * columns, "[n×columns]");
    for (int i = size - 1; i >= 0; i--) {
      int row = i * columns;
      ScaledSums.scale(1 / lower[i * size + i], x, row, columns);
      for (int j = 0; j < i; j++) {
        ScaledSums.add(-lower[i * size + j], x, row, columns, x, j * columns);
      }
    }
  }

  /**
   * Replaces a symmetric matrix B by {@code L⁻ᵀ B L⁻¹}.
   *
   * @param matrix {@code [n×n]} row-major, symmetric; modified
   */
  public void conjugate(double[] matrix) {
    solveUpper(matrix, size);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        double below = matrix[i * size + j];
        matrix[i * size + j] = matrix[j * size + i];
        matrix[j * size + i] = below;
      }
    }
    solveUpper(matrix, size);
  }

  /**
   * Converts the gradient with respect to L into the gradient with respect to the symmetric {@code
   * A = L Lᵀ}. That is {@code ½ L⁻ᵀ (P + Pᵀ) L⁻¹}, where P is the lower triangle of {@code Lᵀ L̄}
   * with half its diagonal (Murray 2016, Differentiation of the Cholesky decomposition, eq. 9).
   *
   * @param gradient L̄, {@code [n×n]} row-major; only the lower triangle is read; not modified
   * @return the gradient with respect to A, {@code [n×n]}, symmetric; a new array
   */
  public double[] pullBack(double[] gradient) {
    Checks.capacity("gradient", gradient.length, (long) size * size, "[n×n]");

    double[] product = new double[size * size];
    for (int t = 0; t < size; t++) {
      for (int i = 0; i <= t; i++) {
        double weight = 0.5 * lower[t * size + i];
        ScaledSums.add(weight, gradient, t * size, i + 1, product, i * size);
      }
    }

    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        product[j * size + i] = product[i * size + j];
      }
    }

    conjugate(product);
    return product;
  }
}
