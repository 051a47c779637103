package org.gpchain.internal.core.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChecksTest {
  @ParameterizedTest
  @ValueSource(doubles = {Double.MIN_VALUE, 1e-300, 1, Double.MAX_VALUE})
  void positiveValuesAreReturned(double value) {
    assertThat(Checks.positive("sigma", value)).isEqualTo(value);
    assertThat(Checks.notNegative("threshold", value)).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -0.0})
  void zeroIsNotNegativeAndNotPositive(double zero) {
    assertThat(Checks.notNegative("threshold", zero)).isEqualTo(zero);
    assertRefused(
        () -> Checks.positive("sigma", zero),
        "sigma must be a positive finite number, was " + zero);
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {
        -Double.MIN_VALUE,
        -1,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY
      })
  void refusesNegativeAndNonFiniteValues(double value) {
    assertRefused(
        () -> Checks.positive("sigma", value),
        "sigma must be a positive finite number, was " + value);
    assertRefused(
        () -> Checks.notNegative("threshold", value),
        "threshold must be a finite number of at least 0, was " + value);
  }

  @Test
  void atLeastRefusesSmallerValues() {
    assertThat(Checks.atLeast("threads", 3, 3)).isEqualTo(3);
    assertRefused(() -> Checks.atLeast("threads", 2, 3), "threads must be at least 3, was 2");
  }

  @Test
  void indexRefusesNumbersOutsideTheRange() {
    assertThat(Checks.index("row", 0, 2)).isZero();
    assertThat(Checks.index("row", 1, 2)).isEqualTo(1);
    for (int index : new int[] {-1, 2, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      assertFails(
          IndexOutOfBoundsException.class,
          () -> Checks.index("row", index, 2),
          "row must be in [0, 2), was " + index);
    }
    assertFails(IndexOutOfBoundsException.class, () -> Checks.index("row", 0, 0));
  }

  @Test
  void lengthRefusesOtherLengths() {
    Checks.length("mean", 6, 6, "[T×V]");
    assertRefused(
        () -> Checks.length("mean", 7, 6, "[T×V]"), "mean must have length 6 [T×V], had 7");
    assertRefused(() -> Checks.length("mean", 0, 1L << 32, "[T×V]"));
  }

  @Test
  void capacityRefusesSmallerLengths() {
    Checks.capacity("out", 6, 6, "[M×T]");
    Checks.capacity("out", 7, 6, "[M×T]");
    assertRefused(
        () -> Checks.capacity("out", 5, 6, "[M×T]"),
        "out must have room for 6 values [M×T], had 5");
  }
}
