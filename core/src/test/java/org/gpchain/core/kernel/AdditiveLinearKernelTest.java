package org.gpchain.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
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

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesVariancesThatAreNone(double variance) {
    assertThatThrownBy(() -> AdditiveLinearKernel.of(new int[] {0}, new double[] {1, variance}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("variance of feature group 1");
  }
}
