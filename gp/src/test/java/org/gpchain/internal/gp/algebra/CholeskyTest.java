package org.gpchain.internal.gp.algebra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.dot;
import static org.gpchain.core.NaiveAlgebra.identity;
import static org.gpchain.core.NaiveAlgebra.inverse;
import static org.gpchain.core.NaiveAlgebra.matrix;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.rowMajor;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.NaiveAlgebra.transposed;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.FINITE_DIFFERENCE;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.STEP;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.core.Draws;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@link Cholesky}, {@link PivotedCholesky} and {@link LowerTriangles}. */
class CholeskyTest {
  /** Returns {@code B Bᵀ} of a random B with {@code rank} columns. */
  static double[][] gram(Draws draws, int n, int rank) {
    double[][] b = matrix(draws.normals(n * rank, 1), n);
    return product(b, transposed(b));
  }

  /** Returns {@code B Bᵀ + ridge · I} of a random B. */
  private static double[] positiveDefinite(Draws draws, int n, double ridge) {
    return rowMajor(sum(gram(draws, n, n), ridge, identity(n)));
  }

  private static double[] timesTransposed(double[] b, int n) {
    return rowMajor(product(matrix(b, n), transposed(matrix(b, n))));
  }

  /** Returns {@code A x} or {@code Aᵀ x}, for a block of columns. */
  private static double[] times(double[] a, boolean isTransposed, double[] x, int n) {
    double[][] left = matrix(a, n);
    return rowMajor(product(isTransposed ? transposed(left) : left, matrix(x, n)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 40})
  void factorTimesItsTransposeIsTheMatrix(int n) {
    double[] matrix = positiveDefinite(new Draws(n), n, 0.5);
    double[] before = matrix.clone();
    Cholesky factor = Cholesky.of("A", matrix, n, 0);
    assertThat(matrix).isEqualTo(before);
    assertThat(factor.size()).isEqualTo(n);
    assertThat(factor.jitter()).isZero();
    assertClose("L Lᵀ", timesTransposed(factor.lower(), n), matrix, ALGEBRA);
    for (int i = 0; i < n; i++) {
      assertThat(factor.lower()[i * n + i]).isPositive();
      for (int j = i + 1; j < n; j++) {
        assertThat(factor.lower()[i * n + j]).isZero();
      }
    }
  }

  /** EJML factorizes matrices of this size in blocks. */
  @Test
  void solutionsOfLargeMatricesUndoProducts() {
    int n = 1003;
    double[] matrix = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        matrix[i * n + j] = Math.exp(-0.1 * Math.abs(i - j));
      }
    }

    Cholesky factor = Cholesky.of("A", matrix, n, 0);
    double[] x = new Draws(1).normals(n, 1);
    double[] product = times(matrix, false, x, n);
    factor.solveLower(product, 1);
    factor.solveUpper(product, 1);

    assertClose("A⁻¹ A x", product, x, ALGEBRA);
    assertThat(factor.lower()[1]).isZero();
    assertThat(factor.lower()[n - 1]).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 40})
  void solutionsUndoProducts(int n) {
    Draws draws = new Draws(n);
    Cholesky factor = Cholesky.of("A", positiveDefinite(draws, n, 1), n, 0);
    for (int columns : new int[] {0, 1, 2, 7}) {
      double[] x = draws.normals(n * columns, 1);
      double[] lower = times(factor.lower(), false, x, n);
      factor.solveLower(lower, columns);
      assertClose("L⁻¹ L x", lower, x, ALGEBRA);
      double[] upper = times(factor.lower(), true, x, n);
      factor.solveUpper(upper, columns);
      assertClose("L⁻ᵀ Lᵀ x", upper, x, ALGEBRA);
    }
  }

  @Test
  void solutionsDoNotChangeTheEndOfALongerArray() {
    Cholesky factor = Cholesky.of("A", positiveDefinite(new Draws(3), 2, 1), 2, 0);
    double[] x = {1, 2, 3, 4, 5, 6, 7};
    factor.solveLower(x, 3);
    factor.solveUpper(x, 3);
    assertThat(x[6]).isEqualTo(7);
    assertRefused(() -> factor.solveLower(x, 4), "x must have room");
    assertRefused(() -> factor.solveUpper(x, 4), "x must have room");
  }

  @Test
  void logDeterminantOfASmallMatrix() {
    double[] matrix = {4, 2, 2, 5};
    assertClose("log |A|", Cholesky.of("A", matrix, 2, 0).logDeterminant(), Math.log(16), ALGEBRA);
  }

  @Test
  void ofFactorKeepsTheGivenArray() {
    double[] lower = {2, 0, 1, 3};
    Cholesky factor = Cholesky.ofFactor(lower, 2);
    assertThat(factor.lower()).isSameAs(lower);
    assertThat(factor.jitter()).isZero();
    assertClose("log |L Lᵀ|", factor.logDeterminant(), Math.log(36), ALGEBRA);
    assertRefused(() -> Cholesky.ofFactor(lower, 3), "lower");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5, 20})
  void singularMatricesGetJitter(int n) {
    double[] ones = new double[n * n];
    Arrays.fill(ones, 4);
    Cholesky factor = Cholesky.of("A", ones, n, 0);
    assertThat(factor.jitter()).isPositive().isLessThanOrEqualTo(4 * 1e-6);
    double[][] expected = sum(matrix(ones, n), factor.jitter(), identity(n));
    assertClose("L Lᵀ", timesTransposed(factor.lower(), n), rowMajor(expected), ALGEBRA);
  }

  @Test
  void jitterIsAShareOfTheMeanDiagonal() {
    double[] matrix = {2, 0, 0, 6};
    Cholesky factor = Cholesky.of("A", matrix, 2, 1e-3);
    assertClose("jitter", factor.jitter(), 4e-3, ALGEBRA);
    assertClose("L₀₀²", factor.lower()[0] * factor.lower()[0], 2.004, ALGEBRA);
  }

  @Test
  void jitterGrowsUntilTheMatrixIsPositiveDefinite() {
    // The mean of the diagonal is 1, and the smallest eigenvalue is −0.05.
    double[] matrix = {1, 1.05, 1.05, 1};
    assertClose("jitter", Cholesky.of("A", matrix, 2, 1e-3).jitter(), 0.1, ALGEBRA);
  }

  @Test
  void errorNamesAMatrixThatIsNotPositiveDefinite() {
    double nan = Double.NaN;
    double[][] matrices = {
      {nan, 0, 0, 1}, {1, 0, 0, nan},
      {1, nan, nan, 1}, {1, 0, 0, Double.POSITIVE_INFINITY},
      {-1, 0, 0, -1}, {1, 0, 0, -1},
      {0, 0, 0, 0}, {1, 2, 2, 1}
    };
    for (double[] matrix : matrices) {
      assertFails(
          NotPositiveDefiniteException.class,
          () -> Cholesky.of("K_ZZ", matrix, 2, 0),
          "'K_ZZ' [2×2]",
          "jitter up to 0.1");
    }
  }

  private static double[] symmetric(Draws draws, int n) {
    double[][] b = matrix(draws.normals(n * n, 1), n);
    return rowMajor(sum(b, 1, transposed(b)));
  }

  /**
   * Returns {@code Σ weights ∘ L} over the lower triangle, where {@code L Lᵀ = A + scale · change}.
   */
  private static double weighted(
      double[] a, double scale, double[] change, double[] weights, int n) {
    double[] moved = rowMajor(sum(matrix(a, n), scale, matrix(change, n)));
    double[] lower = Cholesky.of("A", moved, n, 0).lower();
    double sum = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        sum += weights[i * n + j] * lower[i * n + j];
      }
    }
    return sum;
  }

  /** Compares {@code tr(G dA)} for symmetric changes of one or two entries, and a random change. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8})
  void pullBackIsTheDerivativeWithRespectToTheMatrix(int n) {
    Draws draws = new Draws(n);
    double[] a = positiveDefinite(draws, n, 1);
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
    double above = weighted(a, STEP, change, weights, n);
    double below = weighted(a, -STEP, change, weights, n);
    double expected = (above - below) / (2 * STEP);
    double actual = dot(gradient, change);
    assertClose("tr(G dA)", actual, expected, FINITE_DIFFERENCE);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void pullBackIsSymmetricAndReadsOnlyTheLowerTriangle(int n) {
    Draws draws = new Draws(n);
    Cholesky factor = Cholesky.of("A", positiveDefinite(draws, n, 1), n, 0);
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

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10})
  void conjugateEqualsTheProductWithInverses(int n) {
    Draws draws = new Draws(n);
    Cholesky factor = Cholesky.of("A", positiveDefinite(draws, n, 1), n, 0);
    double[] b = symmetric(draws, n);
    double[][] inverse = inverse(matrix(factor.lower(), n));
    double[][] expected = product(product(transposed(inverse), matrix(b, n)), inverse);
    factor.conjugate(b);
    assertClose("L⁻ᵀ B L⁻¹", b, rowMajor(expected), ALGEBRA);
  }

  @Test
  void refusesMatricesOfOtherShapes() {
    assertRefused(() -> Cholesky.of("A", new double[5], 2, 0), "A must have length 4");
    Cholesky factor = Cholesky.ofFactor(new double[] {1, 0, 2, 3}, 2);
    assertRefused(() -> factor.pullBack(new double[3]), "gradient");
    assertRefused(() -> factor.conjugate(new double[3]), "x must have");
  }

  private static PivotedCholesky factor(double[] matrix, int n, double tolerance) {
    double[] diagonal = new double[n];
    for (int i = 0; i < n; i++) {
      diagonal[i] = matrix[i * n + i];
    }
    return PivotedCholesky.of(
        diagonal, (out, column) -> System.arraycopy(matrix, column * n, out, 0, n), tolerance);
  }

  /** Returns {@code L Lᵀ}. */
  private static double[][] restored(PivotedCholesky factor) {
    double[][] columns = Arrays.copyOf(factor.columns(), factor.rank());
    return product(transposed(columns), columns);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "5, 5", "8, 3", "30, 1", "30, 29"})
  void pivotedRankIsTheRankOfTheMatrix(int n, int rank) {
    double[] matrix = rowMajor(gram(new Draws(n + 100L * rank), n, rank));
    PivotedCholesky factor = factor(matrix, n, 1e-9);
    assertThat(factor.rank()).isEqualTo(rank);
    assertClose("A", rowMajor(restored(factor)), matrix, 1e-6);
  }

  @Test
  void pivotedErrorIsWithinTheTolerance() {
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
      assertThat(matrix[i * n + i] - restored(factor)[i][i]).isBetween(-1e-12, 1e-4);
    }
  }

  @Test
  void ofPivotsIsTheFactorOfThePivotRows() {
    int n = 9;
    double[] matrix = rowMajor(gram(new Draws(n + 400L), n, 4));
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
  void emptyAndZeroMatricesHavePivotedRankZero() {
    assertThat(factor(new double[0], 0, 1e-4).rank()).isZero();
    assertThat(factor(new double[9], 3, 1e-4).rank()).isZero();
    assertRefused(() -> factor(new double[9], 3, 0));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 5", "4, 1", "5, 2", "17, 3"})
  void addProductAddsProductsWithLowerTriangles(int n, int m) {
    Draws draws = new Draws(n);
    List<Cholesky> factors = new ArrayList<>();
    for (int c = 0; c < m; c++) {
      double[] lower = draws.normals(n * n, 1);
      for (int t = 0; t < n; t++) {
        Arrays.fill(lower, t * n + t + 1, (t + 1) * n, 0);
      }
      factors.add(Cholesky.ofFactor(lower, n));
    }

    double[] start = draws.normals(n * m + 2, 1);
    LowerTriangles triangles = LowerTriangles.of(factors);
    for (int repeat = 0; repeat < 2; repeat++) {
      double[] x = draws.normals(n * m, 1);
      double[] before = x.clone();
      double[] y = start.clone();
      triangles.addProduct(x, y);
      assertThat(x).isEqualTo(before);
      double[] expected = start.clone();
      for (int c = 0; c < m; c++) {
        for (int t = 0; t < n; t++) {
          for (int s = 0; s < n; s++) {
            expected[t * m + c] += factors.get(c).lower()[t * n + s] * x[s * m + c];
          }
        }
      }
      assertClose("y", y, expected, ROUNDING);
    }
  }

  @Test
  void ofNumbersMultipliesEachEntry() {
    double[] y = {1, 1, 1};
    LowerTriangles.ofNumbers(new double[] {2, 0, -3}).addProduct(new double[] {5, 6, 7}, y);
    assertThat(y).containsExactly(11, 1, -20);
  }
}
