package org.gpchain.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.FINITE_DIFFERENCE;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.STEP;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.core.math.SparseRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdditiveLinearKernelTest {
  @ParameterizedTest
  @CsvSource({"1, 1, 1", "1, 1, 4", "5, 3, 8", "20, 40, 10"})
  void equalsTheSumOverAllFeatures(int rowCount, int featureCount, int longest) {
    for (int seed = 0; seed < 10; seed++) {
      RandomRows random = RandomRows.of(seed, rowCount, featureCount, longest);
      SparseRows z = RandomRows.rows(new Draws(seed + 100), 7, featureCount, longest);
      SparseRows x = random.rows();
      Kernel.CrossCovariance cross = random.kernel().against(z);
      assertThat(cross.size()).isEqualTo(7);
      double[] out = new double[7];
      for (int r = 0; r < rowCount; r++) {
        Arrays.fill(out, Double.NaN);
        cross.of(x, r, out, 0, 1);
        for (int m = 0; m < 7; m++) {
          assertClose("k(z, x)", out[m], random.covariance(z, m, x, r), ROUNDING);
        }
        assertClose(
            "k(x, x)", random.kernel().variance(x, r), random.covariance(x, r, x, r), ROUNDING);
      }
    }
  }

  @Test
  void aRepeatedFeatureCountsTwiceInEachArgument() {
    AdditiveLinearKernel kernel = AdditiveLinearKernel.of(new int[] {0}, new double[] {0.5});
    SparseRows twice = SparseRows.of(1, new int[] {0, 2}, new int[] {0, 0});
    SparseRows once = SparseRows.of(1, new int[] {0, 1}, new int[] {0});
    assertThat(kernel.variance(twice, 0)).isEqualTo(2);
    double[] out = new double[1];
    kernel.against(once).of(twice, 0, out, 0, 1);
    assertThat(out[0]).isEqualTo(1);
    kernel.against(twice).of(twice, 0, out, 0, 1);
    assertThat(out[0]).isEqualTo(2);
  }

  @Test
  void writesOneColumnOfABlockAndNoOther() {
    RandomRows random = RandomRows.of(1, 4, 6, 5);
    double[] block = new double[4 * 3];
    Arrays.fill(block, -7);
    random.kernel().against(random.rows()).of(random.rows(), 2, block, 1, 3);
    for (int m = 0; m < 4; m++) {
      assertThat(block[m * 3]).isEqualTo(-7);
      assertThat(block[m * 3 + 2]).isEqualTo(-7);
      assertClose(
          "k(z, x)",
          block[m * 3 + 1],
          random.covariance(random.rows(), m, random.rows(), 2),
          ROUNDING);
    }
  }

  @Test
  void featureVarianceIsThatOfItsGroup() {
    AdditiveLinearKernel kernel = AdditiveLinearKernel.of(new int[] {1, 0, 1}, new double[] {2, 3});
    assertThat(kernel.featureVariance(0)).isEqualTo(3);
    assertThat(kernel.featureVariance(1)).isEqualTo(2);
    assertThat(kernel.featureVariance(2)).isEqualTo(3);
  }

  @Test
  void oneHyperParameterForEachGroup() {
    assertThat(AdditiveLinearKernel.of(new int[0], new double[] {2, 3}).hyperParameterCount())
        .isEqualTo(2);
    assertThat(RandomRows.of(1, 1, 5, 1).kernel().hyperParameterCount()).isEqualTo(3);
  }

  /** Rows may be empty and list a feature more than once. */
  @ParameterizedTest
  @CsvSource({"1, 1, 1", "1, 1, 4", "5, 3, 8", "10, 40, 10"})
  void pullBackIsTheDerivativeWithRespectToLogVariances(
      int rowCount, int featureCount, int longest) {
    for (int seed = 0; seed < 10; seed++) {
      RandomRows random = RandomRows.of(seed, rowCount, featureCount, longest);
      Draws draws = new Draws(seed + 100);
      SparseRows z = RandomRows.rows(draws, 7, featureCount, longest);
      double[] weights = draws.normals(7 * rowCount, 1);
      double[] before = weights.clone();
      double[] gradient = new double[3];
      Kernel.CrossCovariance cross = random.kernel().against(z);
      for (int r = 0; r < rowCount; r++) {
        cross.pullBack(random.rows(), r, weights, r, rowCount, gradient);
      }
      assertThat(weights).isEqualTo(before);
      for (int g = 0; g < 3; g++) {
        double above = weighted(random.withLogVariance(g, STEP), z, weights);
        double below = weighted(random.withLogVariance(g, -STEP), z, weights);
        assertClose("∂/∂log σ²", gradient[g], (above - below) / (2 * STEP), FINITE_DIFFERENCE);
      }
    }
  }

  /** {@code Σ weights ∘ k(Z, X)}. */
  private static double weighted(RandomRows random, SparseRows z, double[] weights) {
    int count = random.rows().rowCount();
    double[] block = new double[weights.length];
    Kernel.CrossCovariance cross = random.kernel().against(z);
    for (int r = 0; r < count; r++) {
      cross.of(random.rows(), r, block, r, count);
    }
    double sum = 0;
    for (int i = 0; i < block.length; i++) {
      sum += weights[i] * block[i];
    }
    return sum;
  }

  @Test
  void pullBackReadsOneColumnAndAdds() {
    AdditiveLinearKernel kernel = AdditiveLinearKernel.of(new int[] {1, 0}, new double[] {2, 3});
    SparseRows z = SparseRows.of(2, new int[] {0, 2, 2, 3}, new int[] {0, 0, 1});
    SparseRows x = SparseRows.of(2, new int[] {0, 0, 3}, new int[] {0, 1, 0});
    double nan = Double.NaN;
    double[] weights = {nan, 5, nan, 7, nan, 11};
    double[] gradient = {100, 200};
    kernel.against(z).pullBack(x, 0, weights, 1, 2, gradient);
    assertThat(gradient).containsExactly(100, 200);
    // Feature 0 is twice in z_0 and twice in x_1: 3 · 2 · 2 · 5; feature 1 is once in z_2: 2 · 11.
    kernel.against(z).pullBack(x, 1, weights, 1, 2, gradient);
    assertThat(gradient).containsExactly(122, 260);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesVariancesThatAreNone(double variance) {
    assertRefused(
        () -> AdditiveLinearKernel.of(new int[] {0}, new double[] {1, variance}),
        "variance of feature group 1");
  }
}
