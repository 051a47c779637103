package org.gpchain.internal.training.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.internal.training.bound.ScoreFunction.ControlVariate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the positions and the variances of the coordinates of the score. */
class ScoreBlockTest {
  /** With a single sample and log p = 1, the average is the score itself. */
  @ParameterizedTest
  @CsvSource({"1, 1", "1, 4", "5, 1", "2, 3", "6, 4"})
  void scoreIsTheNoiseAndItsOuterProducts(int n, int m) {
    double[] noise = new Draws(n).normals(n * m, 1);
    double[] before = noise.clone();
    ScoreBlock block = new ScoreBlock(ControlVariate.NONE, n, m);
    block.add(1, noise, false);
    block.finish(1);

    assertThat(noise).isEqualTo(before);
    assertThat(block.means()).containsExactly(noise);
    for (int c = 0; c < m; c++) {
      double[] matrix = new double[n * n];
      Arrays.fill(matrix, Double.NaN);
      block.covariance(c, matrix);
      for (int t = 0; t < n; t++) {
        assertThat(block.mean(c)[t]).isEqualTo(noise[t * m + c]);
        for (int s = 0; s < n; s++) {
          double expected = noise[t * m + c] * noise[s * m + c] - (s == t ? 1 : 0);
          assertThat(matrix[t * n + s]).as("(%d, %d)", t, s).isEqualTo(expected);
        }
      }
    }
  }

  /** Leave-one-out divides by Var[ε] = Var[ε ε'] = 1 and Var[ε² − 1] = 2. */
  @Test
  void variances() {
    double[][] noise = {{2, 3}, {1, -1}};
    double[] value = {5, 7};
    ScoreBlock block = new ScoreBlock(ControlVariate.LEAVE_ONE_OUT, 2, 1);

    for (int s = 0; s < 2; s++) {
      block.add(value[s], noise[s], false);
    }
    block.finish(2);
    double[] matrix = new double[4];
    block.covariance(0, matrix);
    // The terms are h (ℓ − â), with â = h² ℓ / Var[h] of the other sample.
    double mean = (2 * (5 - 7) + 1 * (7 - 4 * 5)) / 2.0;
    double product = (6 * (5 - 7) - 1 * (7 - 36 * 5)) / 2.0;
    double square = (3 * (5 - 0) + 0) / 2.0;
    double other = (8 * (5 - 0) + 0) / 2.0;

    assertClose("mean", block.mean(0)[0], mean, ALGEBRA);
    assertClose("covariance", matrix, new double[] {square, product, product, other}, ALGEBRA);

    double[][] again = {{2}, {3}};
    ScoreBlock single = new ScoreBlock(ControlVariate.LEAVE_ONE_OUT, 1, 1);
    single.add(5, again[0], false);
    single.add(7, again[1], false);
    single.finish(2);
    double expected = (3 * (5 - 64 * 7 / 2.0) + 8 * (7 - 9 * 5 / 2.0)) / 2.0;
    assertClose("variance", single.variances()[0], expected, ALGEBRA);
  }
}
