package org.gpchain.internal.gp.inducing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.identity;
import static org.gpchain.core.NaiveAlgebra.inverse;
import static org.gpchain.core.NaiveAlgebra.matrix;
import static org.gpchain.core.NaiveAlgebra.meanDiagonal;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.NaiveAlgebra.transposed;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.kernel.ColumnBlock;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.kernel.RandomRows;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.gp.algebra.NotPositiveDefiniteException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InducingProjectionTest {
  /** Jitter that the projection adds to the diagonal of K_ZZ, as a share of its mean. */
  private static final double JITTER = 1e-3;

  /** Returns the result of {@link InducingProjection#project}, {@code [count][M]}. */
  private static double[][] projected(
      InducingProjection projection, SparseRows x, int from, int count) {
    double[] out = new double[projection.size() * count];
    projection.project(x, from, count, out);
    return transposed(matrix(out, projection.size()));
  }

  /** Returns {@code k(X, Z) (K_ZZ + jitter I)⁻¹ k(Z, X)}, computed without whitening. */
  private static double[][] explained(
      RandomRows random, SparseRows z, SparseRows x, int from, int count) {
    double[][] kzz = random.covariances(z, 0, z.rowCount(), z);
    double jitter = JITTER * meanDiagonal(kzz);
    double[][] inverse = inverse(sum(kzz, jitter, identity(z.rowCount())));
    double[][] kxz = random.covariances(x, from, count, z);
    return product(product(kxz, inverse), transposed(kxz));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 6", "4, 1", "5, 6", "12, 20"})
  void productsAndResidualMatchTheUnwhitenedFormulas(int m, int count) {
    for (int seed = 0; seed < 5; seed++) {
      RandomRows random = RandomRows.of(seed, count + 5, 25, 9);
      SparseRows z = RandomRows.rows(new Draws(seed + 10), m, 25, 9);
      if (z.entryCount() == 0) {
        continue;
      }
      checkProductsAndResidual(random, z, count);

      RandomRows withVectors = RandomRows.withVectors(seed, count + 5, 25, 9);
      checkProductsAndResidual(withVectors, RandomRows.withVectors(z, new Draws(seed + 20)), count);
    }
  }

  private static void checkProductsAndResidual(RandomRows random, SparseRows z, int count) {
    SparseRows x = random.rows();
    int m = z.rowCount();
    InducingProjection projection = InducingProjection.of(random.kernel(), z);
    assertThat(projection.size()).isEqualTo(m);
    assertThat(projection.inducing()).isSameAs(z);
    assertThat(projection.axes()).isNull();
    double[][] w = projected(projection, x, 3, count);
    double[][] products = product(w, transposed(w));
    double[][] expected = explained(random, z, x, 3, count);
    double[] flat = new double[m * count];
    projection.project(x, 3, count, flat);
    double[][] residual = matrix(projection.residual(x, 3, count, flat), count);
    for (int i = 0; i < count; i++) {
      assertClose("w(x)ᵀ w(x')", products[i], expected[i], ALGEBRA);
      for (int j = 0; j < count; j++) {
        double open = random.covariance(x, 3 + i, x, 3 + j) - expected[i][j];
        assertClose("K̃", residual[i][j], open, ALGEBRA);
      }
    }
  }

  @Test
  void inputsWithoutSharedFeaturesKeepTheirPriorVariance() {
    RandomRows random = RandomRows.of(1, 1, 4, 2);
    SparseRows z = SparseRows.of(4, new int[] {0, 2}, new int[] {0, 1});
    SparseRows x = SparseRows.of(4, new int[] {0, 2, 2}, new int[] {2, 3});
    InducingProjection projection = InducingProjection.of(random.kernel(), z);
    double[] w = {Double.NaN, Double.NaN};
    projection.project(x, 0, 2, w);
    assertThat(w).containsExactly(0, 0);
    double[] residual = projection.residual(x, 0, 2, w);
    assertThat(residual).containsExactly(random.covariance(x, 0, x, 0), 0, 0, 0);
  }

  @Test
  void acceptsDuplicateInducingPoints() {
    RandomRows random = RandomRows.of(1, 1, 4, 2);
    SparseRows z = SparseRows.of(4, new int[] {0, 2, 4, 6}, new int[] {0, 1, 0, 1, 1, 0});
    double[][] w = projected(InducingProjection.of(random.kernel(), z), z, 0, 3);
    for (double[] row : w) {
      assertThat(Arrays.stream(row)).allMatch(Double::isFinite);
    }
  }

  @Test
  void rejectsInvalidInducingPoints() {
    RandomRows random = RandomRows.of(1, 3, 4, 2);
    SparseRows none = SparseRows.of(4, new int[] {0}, new int[0]);

    assertRefused(() -> InducingProjection.of(random.kernel(), none), "number of inducing points");
    SparseRows empty = SparseRows.of(4, new int[] {0, 0}, new int[0]);
    assertFails(
        NotPositiveDefiniteException.class,
        () -> InducingProjection.of(random.kernel(), empty),
        "'K_ZZ' [1×1]");
    SparseRows one = SparseRows.of(4, new int[] {0, 1}, new int[1]);
    assertRefused(
        () ->
            InducingProjection.of(random.kernel(), one).project(random.rows(), 0, 3, new double[2]),
        "out");
  }

  /** An indefinite function, which is not a valid covariance: it grows with the distance. */
  private static final class Indefinite implements Kernel {
    @Override
    public double variance(SparseRows x, int row) {
      return 1;
    }

    @Override
    public int hyperParameterCount() {
      return 0;
    }

    @Override
    public double[] hyperParameters() {
      return new double[0];
    }

    @Override
    public Kernel withHyperParameters(double[] logs) {
      return this;
    }

    @Override
    public CrossCovariance against(SparseRows z) {
      return new CrossCovariance() {
        @Override
        public void write(SparseRows x, int row, ColumnBlock out, int column) {
          for (int m = 0; m < z.rowCount(); m++) {
            out.values()[m * out.columnCount() + column] = 1 + Math.abs(m - row);
          }
        }

        @Override
        public void pullBack(
            SparseRows x, int row, ColumnBlock weights, int column, double[] gradientInOut) {}
      };
    }
  }

  @Test
  void rejectsKernelsThatAreNotPositiveDefinite() {
    SparseRows z = SparseRows.of(1, new int[] {0, 0, 0, 0}, new int[0]);
    assertFails(
        NotPositiveDefiniteException.class,
        () -> InducingProjection.of(new Indefinite(), z),
        "'K_ZZ' [3×3]");
  }
}
