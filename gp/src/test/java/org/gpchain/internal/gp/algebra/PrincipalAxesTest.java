package org.gpchain.internal.gp.algebra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.core.NaiveAlgebra.identity;
import static org.gpchain.core.NaiveAlgebra.matrix;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.rowMajor;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.NaiveAlgebra.transposed;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import org.gpchain.core.Draws;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrincipalAxesTest {
  /** Returns {@code B Bᵀ − shift · I} of a random B with {@code rank} columns. */
  private static double[][] symmetric(Draws draws, int n, int rank, double shift) {
    return sum(CholeskyTest.gram(draws, n, rank), -shift, identity(n));
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 0", "1, 1, 9", "2, 2, 0", "3, 3, 2", "7, 3, 0", "10, 10, 5", "30, 30, 0"})
  void axesAreOrthonormalAndDiagonalizeInDescendingOrder(int n, int rank, double shift) {
    double[][] a = symmetric(new Draws(n), n, rank, shift);
    double[] flat = rowMajor(a);
    double[] before = flat.clone();
    double[][] q = matrix(PrincipalAxes.of(flat, n), n);

    assertThat(flat).isEqualTo(before);
    assertClose("Qᵀ Q", rowMajor(product(transposed(q), q)), rowMajor(identity(n)), ALGEBRA);

    double[][] rotated = product(product(transposed(q), a), q);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        if (i != j) {
          assertClose("Qᵀ A Q", rotated[i][j], 0, ALGEBRA);
        }
      }
      if (i > 0) {
        assertThat(rotated[i][i]).isLessThanOrEqualTo(rotated[i - 1][i - 1] + ALGEBRA);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 12})
  void largestEntryOfEachAxisIsPositive(int n) {
    for (int seed = 0; seed < 5; seed++) {
      double[] axes = PrincipalAxes.of(rowMajor(symmetric(new Draws(seed), n, n, 0)), n);
      for (int j = 0; j < n; j++) {
        double largest = 0;
        for (int i = 0; i < n; i++) {
          double entry = axes[i * n + j];
          if (Math.abs(entry) > Math.abs(largest)) {
            largest = entry;
          }
        }
        assertThat(largest).isPositive();
      }
    }
  }

  /** The axes are sorted by eigenvalues with their signs, the largest first. */
  @Test
  void axesOfADiagonalMatrixAreUnitVectors() {
    double[] matrix = {2, 0, 0, 0, -9, 0, 0, 0, 5};
    assertClose(
        "Q", PrincipalAxes.of(matrix, 3), new double[] {0, 1, 0, 0, 0, 1, 1, 0, 0}, ALGEBRA);
  }

  @Test
  void axesOfAZeroMatrixAreOrthonormal() {
    double[][] q = matrix(PrincipalAxes.of(new double[16], 4), 4);
    assertClose("Qᵀ Q", rowMajor(product(transposed(q), q)), rowMajor(identity(4)), ALGEBRA);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void refusesMatricesThatAreNotFinite(double value) {
    for (int n = 1; n <= 5; n++) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
          double[] a = rowMajor(symmetric(new Draws(n), n, n, 0));
          a[i * n + j] = value;
          a[j * n + i] = value;
          int size = n;
          assertThatThrownBy(() -> PrincipalAxes.of(a, size))
              .as("[%d×%d] with %s at %d, %d", n, n, value, i, j)
              .isInstanceOf(ArithmeticException.class)
              .hasMessageContaining("NaN");
        }
      }
    }
  }

  @Test
  void refusesMatricesOfOtherShapes() {
    assertRefused(() -> PrincipalAxes.of(new double[5], 2), "matrix must have length 4");
  }
}
