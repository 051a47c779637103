package org.gpchain.core.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.DoubleStream;
import org.gpchain.core.Draws;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExponentialsTest {
  private static final int ULPS = 4;

  private static void check(double[] x, int count) {
    double[] before = x.clone();
    double[] out = new double[x.length];
    Exponentials.of(x, count, out);
    assertThat(x).isEqualTo(before);
    for (int i = 0; i < count; i++) {
      double expected = Math.exp(x[i]);
      assertThat(out[i]).as("exp(%s)", x[i]).isCloseTo(expected, within(ULPS * Math.ulp(expected)));
    }
    for (int i = count; i < x.length; i++) {
      assertThat(out[i]).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-9, 0.5, 5, 60, Exponentials.LARGEST})
  void equalsTheExponentialOfOneNumber(double range) {
    Draws draws = new Draws(1);
    check(DoubleStream.generate(() -> draws.between(-range, range)).limit(3000).toArray(), 3000);
  }

  /** Where k changes, and both ends. */
  @Test
  void boundaries() {
    double log2 = Math.log(2);
    double[] x = new double[404];
    for (int i = 0; i < 200; i++) {
      x[2 * i] = (i - 100 + 0.5) * log2;
      x[2 * i + 1] = (i - 100) * log2;
    }
    x[400] = Exponentials.LARGEST;
    x[401] = -Exponentials.LARGEST;
    x[402] = Double.MIN_VALUE;
    check(x, x.length);
    double[] zero = new double[2];
    Exponentials.of(new double[] {0, -0.0}, 2, zero);
    assertThat(zero).containsExactly(1, 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 7, 64})
  void aPartOfTheArray(int count) {
    check(new Draws(2).normals(64, 3), count);
  }
}
