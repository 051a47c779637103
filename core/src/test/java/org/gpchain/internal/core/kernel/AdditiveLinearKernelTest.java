package org.gpchain.internal.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.math.SparseRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the values of the additive linear kernel. The contract of all kernels is tested in the
 * module gp.
 */
class AdditiveLinearKernelTest {
  /** Returns the covariances of all rows of Z with a row of X. */
  private static double[] column(Kernel kernel, SparseRows z, SparseRows x, int row) {
    double[] out = new double[z.rowCount()];
    Arrays.fill(out, Double.NaN);
    kernel.against(z).write(x, row, ColumnBlock.ofColumn(out), 0);
    return out;
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 1", "1, 1, 4", "5, 3, 8", "20, 40, 10"})
  void covarianceIsTheSumOverAllFeatures(int rowCount, int featureCount, int longest) {
    for (int seed = 0; seed < 10; seed++) {
      RandomRows random = RandomRows.of(seed, rowCount, featureCount, longest);
      SparseRows z = RandomRows.rows(new Draws(seed + 100), 7, featureCount, longest);
      SparseRows x = random.rows();
      for (int r = 0; r < rowCount; r++) {
        double[] out = column(random.kernel(), z, x, r);
        for (int m = 0; m < 7; m++) {
          assertClose("k(z, x)", out[m], random.covariance(z, m, x, r), ROUNDING);
        }
        assertClose(
            "k(x, x)", random.kernel().variance(x, r), random.covariance(x, r, x, r), ROUNDING);
      }
    }
  }

  @Test
  void repeatedFeatureCountsTwice() {
    AdditiveLinearKernel kernel = new AdditiveLinearKernel(new int[] {0}, new double[] {0.5});
    SparseRows twice = SparseRows.of(1, new int[] {0, 2}, new int[] {0, 0});
    SparseRows once = SparseRows.of(1, new int[] {0, 1}, new int[] {0});
    assertThat(kernel.variance(twice, 0)).isEqualTo(2);
    assertThat(column(kernel, once, twice, 0)).containsExactly(1);
    assertThat(column(kernel, twice, twice, 0)).containsExactly(2);
  }

  @Test
  void pullBackAddsTheGradientOfOneColumn() {
    AdditiveLinearKernel kernel = new AdditiveLinearKernel(new int[] {1, 0}, new double[] {2, 3});
    SparseRows z = SparseRows.of(2, new int[] {0, 2, 2, 3}, new int[] {0, 0, 1});
    SparseRows x = SparseRows.of(2, new int[] {0, 0, 3}, new int[] {0, 1, 0});
    double nan = Double.NaN;
    ColumnBlock weights = new ColumnBlock(new double[] {nan, 5, nan, 7, nan, 11}, 2);
    double[] gradient = {100, 200};
    kernel.against(z).pullBack(x, 0, weights, 1, gradient);
    assertThat(gradient).containsExactly(100, 200);
    // Feature 0 is twice in z_0 and twice in x_1: 3 · 2 · 2 · 5; feature 1 is once in z_2: 2 · 11.
    kernel.against(z).pullBack(x, 1, weights, 1, gradient);
    assertThat(gradient).containsExactly(122, 260);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void invalidVariancesAreRejected(double variance) {
    assertRefused(
        () -> new AdditiveLinearKernel(new int[] {0}, new double[] {1, variance}),
        "variance of feature group 1");
  }
}
