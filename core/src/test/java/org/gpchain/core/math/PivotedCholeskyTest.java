package org.gpchain.core.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.dot;
import static org.gpchain.core.NaiveAlgebra.matrix;
import static org.gpchain.core.NaiveAlgebra.rowMajor;
import static org.gpchain.core.NaiveAlgebra.transposed;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.core.NaiveAlgebra;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PivotedCholeskyTest {
  /** {@code B Bᵀ} with B of the given shape. */
  private static double[] gram(int n, int rank) {
    double[][] b = matrix(new Draws(n + 100L * rank).normals(n * rank, 1), n);
    return rowMajor(NaiveAlgebra.product(b, transposed(b)));
  }

  private static PivotedCholesky factor(double[] matrix, int n, double tolerance) {
    double[] diagonal = new double[n];
    for (int i = 0; i < n; i++) {
      diagonal[i] = matrix[i * n + i];
    }
    return PivotedCholesky.of(
        diagonal, (column, out) -> System.arraycopy(matrix, column * n, out, 0, n), tolerance);
  }

  /** {@code L Lᵀ}. */
  private static double[][] product(PivotedCholesky factor) {
    double[][] columns = Arrays.copyOf(factor.columns(), factor.rank());
    return NaiveAlgebra.product(transposed(columns), columns);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "5, 5", "8, 3", "30, 1", "30, 29"})
  void theRankIsThatOfTheMatrix(int n, int rank) {
    double[] matrix = gram(n, rank);
    PivotedCholesky factor = factor(matrix, n, 1e-9);
    assertThat(factor.rank()).isEqualTo(rank);
    assertClose("A", rowMajor(product(factor)), matrix, 1e-6);
  }

  @Test
  void noVarianceMissesMoreThanTheTolerance() {
    int n = 20;
    double[] matrix = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        matrix[i * n + j] = Math.exp(-0.02 * (i - j) * (i - j));
      }
    }
    PivotedCholesky factor = factor(matrix, n, 1e-4);
    assertThat(factor.rank()).isLessThan(n);
    for (int i = 0; i < n; i++) {
      assertThat(matrix[i * n + i] - product(factor)[i][i]).isBetween(-1e-12, 1e-4);
    }
  }

  @Test
  void thePivotsHaveTheirOwnFactor() {
    int n = 9;
    double[] matrix = gram(n, 4);
    PivotedCholesky factor = factor(matrix, n, 1e-9);
    int r = factor.rank();
    double[][] lower = matrix(factor.ofPivots().lower(), r);
    int[] pivots = factor.pivots();
    assertThat(pivots).doesNotHaveDuplicates();
    for (int i = 0; i < r; i++) {
      for (int j = 0; j < r; j++) {
        assertThat(j <= i || lower[i][j] == 0).isTrue();
        assertClose("A", dot(lower[i], lower[j]), matrix[pivots[i] * n + pivots[j]], ALGEBRA);
      }
    }
  }

  @Test
  void nothingIsOfRankZero() {
    assertThat(factor(new double[0], 0, 1e-4).rank()).isZero();
    assertThat(factor(new double[9], 3, 1e-4).rank()).isZero();
    assertRefused(() -> factor(new double[9], 3, 0));
  }
}
