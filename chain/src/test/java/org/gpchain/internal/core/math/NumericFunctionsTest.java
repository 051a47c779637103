package org.gpchain.internal.core.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.gpchain.core.Draws;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@link Exponentials}, {@link LogSumExp}, {@link Seeds} and {@link StudentT}. */
class NumericFunctionsTest {
  /** Maximum error of an exponential (units in the last place). */
  private static final int ULPS = 4;

  private static void assertExponentials(double[] x, int count) {
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
  void exponentialsEqualThoseOfMath(double range) {
    Draws draws = new Draws(1);
    assertExponentials(
        DoubleStream.generate(() -> draws.between(-range, range)).limit(3000).toArray(), 3000);
  }

  /**
   * Exponentials are computed as {@code 2ᵏ eʳ}. The test takes numbers at which k changes, and the
   * ends of the range.
   */
  @Test
  void exponentialsEqualThoseOfMathAtBoundaries() {
    double log2 = Math.log(2);
    double[] x = new double[404];
    for (int i = 0; i < 200; i++) {
      x[2 * i] = (i - 100 + 0.5) * log2;
      x[2 * i + 1] = (i - 100) * log2;
    }
    x[400] = Exponentials.LARGEST;
    x[401] = -Exponentials.LARGEST;
    x[402] = Double.MIN_VALUE;
    assertExponentials(x, x.length);

    double[] zero = new double[2];
    Exponentials.of(new double[] {0, -0.0}, 2, zero);
    assertThat(zero).containsExactly(1, 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 7, 64})
  void exponentialsOfAPartOfAnArrayLeaveOthersUnchanged(int count) {
    assertExponentials(new Draws(2).normals(64, 3), count);
  }

  private static final double INFINITY = Double.POSITIVE_INFINITY;

  @Test
  void logSumExpEqualsTheNaiveFormula() {
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
  void logSumExpNeitherOverflowsNorUnderflows() {
    assertClose("large", LogSumExp.of(new double[] {1e5, 1e5}, 0, 2), 1e5 + Math.log(2), ROUNDING);
    assertClose(
        "small", LogSumExp.of(new double[] {-1e5, -1e5}, 0, 2), -1e5 + Math.log(2), ROUNDING);
    assertThat(LogSumExp.of(new double[] {0, -1e5}, 0, 2)).isZero();
  }

  @Test
  void logSumExpOfInfinities() {
    assertThat(LogSumExp.of(new double[] {1, 2}, 1, 1)).isEqualTo(-INFINITY);
    assertThat(LogSumExp.of(new double[] {-INFINITY, -INFINITY}, 0, 2)).isEqualTo(-INFINITY);
    assertThat(LogSumExp.of(new double[] {-INFINITY, 2}, 0, 2)).isEqualTo(2);
    assertThat(LogSumExp.of(new double[] {INFINITY, 2, INFINITY}, 0, 3)).isEqualTo(INFINITY);
    assertThat(LogSumExp.of(new double[] {INFINITY, -INFINITY}, 0, 2)).isEqualTo(INFINITY);
  }

  @Test
  void logSumExpOfNaNIsNaN() {
    for (double other : new double[] {0, INFINITY, -INFINITY}) {
      assertThat(LogSumExp.of(new double[] {other, Double.NaN}, 0, 2)).isNaN();
      assertThat(LogSumExp.of(new double[] {Double.NaN, other}, 0, 2)).isNaN();
    }
  }

  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  /** {@link SplittableRandom} adds the golden ratio to its state, then applies the same mixing. */
  @Test
  void mixEqualsTheLastStepOfSplittableRandom() {
    for (long seed = -2; seed < 3; seed++) {
      for (long number : new long[] {0, 1, -1, 77, Long.MAX_VALUE}) {
        long state = seed * GOLDEN_RATIO + number - GOLDEN_RATIO;
        assertThat(Seeds.mix(seed, number)).isEqualTo(new SplittableRandom(state).nextLong());
      }
    }
  }

  @Test
  void neighboringSeedsDifferInManyBits() {
    long[] seeds = LongStream.range(0, 1000).map(n -> Seeds.mix(1, n)).toArray();
    for (int i = 1; i < seeds.length; i++) {
      assertThat(Long.bitCount(seeds[i] ^ seeds[i - 1])).isBetween(10, 54);
    }
  }

  /** The values come from Abramowitz and Stegun, table 26.10. */
  @ParameterizedTest
  @CsvSource({"1, 0.95, 12.706", "2, 0.95, 4.303", "4, 0.95, 2.776", "10, 0.99, 3.169"})
  void studentTEqualsPublishedTables(int freedom, double probability, double t) {
    assertClose("probability", StudentT.central(t, freedom), probability, 1e-4);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 9, 30})
  void studentTIncreasesFromZeroToOne(int freedom) {
    assertThat(StudentT.central(0, freedom)).isCloseTo(0, within(1e-300));
    for (double t = 0; t < 3; t += 0.1) {
      assertThat(StudentT.central(t + 0.1, freedom)).isGreaterThan(StudentT.central(t, freedom));
    }
    assertClose("probability", StudentT.central(Double.POSITIVE_INFINITY, freedom), 1, ALGEBRA);
  }
}
