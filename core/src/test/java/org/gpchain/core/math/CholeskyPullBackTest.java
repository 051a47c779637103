package org.gpchain.core.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.inverse;
import static org.gpchain.core.NaiveAlgebra.matrix;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.rowMajor;
import static org.gpchain.core.NaiveAlgebra.transposed;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.FINITE_DIFFERENCE;
import static org.gpchain.core.Tolerances.STEP;
import static org.gpchain.core.Tolerances.assertClose;

import org.gpchain.core.Draws;
import org.gpchain.core.NaiveAlgebra;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is done with a factor to carry derivatives through it. */
class CholeskyPullBackTest {
  /** {@code B Bᵀ + I} of a random B. */
  private static double[] positiveDefinite(Draws draws, int n) {
    double[][] b = matrix(draws.normals(n * n, 1), n);
    return rowMajor(NaiveAlgebra.sum(product(b, transposed(b)), 1, NaiveAlgebra.identity(n)));
  }

  private static double[] symmetric(Draws draws, int n) {
    double[][] b = matrix(draws.normals(n * n, 1), n);
    return rowMajor(NaiveAlgebra.sum(b, 1, transposed(b)));
  }

  /** {@code Σ weights ∘ L} over the lower triangle, {@code A + change = L Lᵀ}. */
  private static double weighted(
      double[] a, double scale, double[] change, double[] weights, int n) {
    double[] moved = a.clone();
    for (int i = 0; i < moved.length; i++) {
      moved[i] += scale * change[i];
    }
    double[] lower = Cholesky.of("A", moved, n, 0).lower();
    double sum = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        sum += weights[i * n + j] * lower[i * n + j];
      }
    }
    return sum;
  }

  /** {@code tr(G dA)} for every symmetric change of one or two entries, and for a random one. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8})
  void pullBackIsTheDerivativeWithRespectToTheMatrix(int n) {
    Draws draws = new Draws(n);
    double[] a = positiveDefinite(draws, n);
    double[] weights = draws.normals(n * n, 1);
    double[] gradient = Cholesky.of("A", a, n, 0).pullBack(weights);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double[] change = new double[n * n];
        change[i * n + j] = 1;
        change[j * n + i] = 1;
        assertDirection(a, change, weights, gradient, n);
      }
    }
    assertDirection(a, symmetric(draws, n), weights, gradient, n);
  }

  private static void assertDirection(
      double[] a, double[] change, double[] weights, double[] gradient, int n) {
    double expected =
        (weighted(a, STEP, change, weights, n) - weighted(a, -STEP, change, weights, n))
            / (2 * STEP);
    double actual = 0;
    for (int i = 0; i < gradient.length; i++) {
      actual += gradient[i] * change[i];
    }
    assertClose("tr(G dA)", actual, expected, FINITE_DIFFERENCE);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void pullBackIsSymmetricReadsTheLowerTriangleAndLeavesItAlone(int n) {
    Draws draws = new Draws(n);
    Cholesky factor = Cholesky.of("A", positiveDefinite(draws, n), n, 0);
    double[] lower = factor.lower().clone();
    double[] weights = draws.normals(n * n, 1);
    double[] expected = factor.pullBack(weights);
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        weights[i * n + j] = Double.NaN;
        assertClose("Gᵀ", expected[j * n + i], expected[i * n + j], ALGEBRA);
      }
    }
    double[] before = weights.clone();
    assertThat(factor.pullBack(weights)).isEqualTo(expected);
    assertThat(weights).isEqualTo(before);
    assertThat(factor.lower()).isEqualTo(lower);
  }

  /** {@code L = √A}. */
  @Test
  void pullBackOfOneNumber() {
    assertThat(Cholesky.of("A", new double[] {16}, 1, 0).pullBack(new double[] {3}))
        .containsExactly(3 / (2 * 4.0));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10})
  void conjugateEqualsTheProductWithInverses(int n) {
    Draws draws = new Draws(n);
    Cholesky factor = Cholesky.of("A", positiveDefinite(draws, n), n, 0);
    double[] b = symmetric(draws, n);
    double[][] inverse = inverse(matrix(factor.lower(), n));
    double[][] expected = product(product(transposed(inverse), matrix(b, n)), inverse);
    factor.conjugate(b);
    assertClose("L⁻ᵀ B L⁻¹", b, rowMajor(expected), ALGEBRA);
  }

  @Test
  void refusesOtherShapes() {
    Cholesky factor = Cholesky.ofFactor(new double[] {1, 0, 2, 3}, 2);
    assertRefused(() -> factor.pullBack(new double[3]), "gradient");
    assertRefused(() -> factor.conjugate(new double[3]), "x must have");
  }
}
