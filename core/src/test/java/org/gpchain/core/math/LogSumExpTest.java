package org.gpchain.core.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import org.gpchain.core.Draws;
import org.junit.jupiter.api.Test;

class LogSumExpTest {
  private static final double INFINITY = Double.POSITIVE_INFINITY;

  @Test
  void equalsTheNaiveFormulaWhereThatWorks() {
    for (int seed = 0; seed < 50; seed++) {
      Draws draws = new Draws(seed);
      double[] x = draws.normals(draws.between(1, 30), 3);
      int from = draws.index(x.length);
      int to = draws.between(from + 1, x.length);
      double sum = 0;
      for (int i = from; i < to; i++) {
        sum += Math.exp(x[i]);
      }
      assertClose("log Σ exp", LogSumExp.of(x, from, to), Math.log(sum), ROUNDING);
    }
  }

  @Test
  void neitherOverflowsNorUnderflows() {
    assertClose("large", LogSumExp.of(new double[] {1e5, 1e5}, 0, 2), 1e5 + Math.log(2), ROUNDING);
    assertClose(
        "small", LogSumExp.of(new double[] {-1e5, -1e5}, 0, 2), -1e5 + Math.log(2), ROUNDING);
    assertThat(LogSumExp.of(new double[] {0, -1e5}, 0, 2)).isZero();
  }

  @Test
  void infinities() {
    assertThat(LogSumExp.of(new double[] {1, 2}, 1, 1)).isEqualTo(-INFINITY);
    assertThat(LogSumExp.of(new double[] {-INFINITY, -INFINITY}, 0, 2)).isEqualTo(-INFINITY);
    assertThat(LogSumExp.of(new double[] {-INFINITY, 2}, 0, 2)).isEqualTo(2);
    assertThat(LogSumExp.of(new double[] {INFINITY, 2, INFINITY}, 0, 3)).isEqualTo(INFINITY);
    assertThat(LogSumExp.of(new double[] {INFINITY, -INFINITY}, 0, 2)).isEqualTo(INFINITY);
  }

  @Test
  void notANumberIsNotANumber() {
    for (double other : new double[] {0, INFINITY, -INFINITY}) {
      assertThat(LogSumExp.of(new double[] {other, Double.NaN}, 0, 2)).isNaN();
      assertThat(LogSumExp.of(new double[] {Double.NaN, other}, 0, 2)).isNaN();
    }
  }
}
