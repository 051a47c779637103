package org.gpchain.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ROUNDING;
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
    AdditiveLinearKernel kernel = new AdditiveLinearKernel(new int[] {0}, new double[] {0.5});
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
  void pullBackReadsOneColumnAndAdds() {
    AdditiveLinearKernel kernel = new AdditiveLinearKernel(new int[] {1, 0}, new double[] {2, 3});
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
        () -> new AdditiveLinearKernel(new int[] {0}, new double[] {1, variance}),
        "variance of feature group 1");
  }
}
