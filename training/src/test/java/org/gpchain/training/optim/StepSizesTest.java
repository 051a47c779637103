package org.gpchain.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.List;
import org.gpchain.training.optim.StepSizes.Range;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Step sizes of ranges. */
class StepSizesTest {
  private static final List<Range> RANGES =
      List.of(new Range(3, 5), new Range(0, 1), new Range(2, 2));

  @Test
  void eachRangeTakesItsOwnStep() {
    double[] parameters = {10, 20, 30, 40, 50, 60};
    double[] direction = {1, 2, 3, 4, 5, 6};
    new StepSizes(RANGES, 0.5, 2, 9).apply(direction, parameters);
    assertThat(parameters).containsExactly(8, 20, 30, 38, 47.5, 60);
    assertThat(direction).containsExactly(1, 2, 3, 4, 5, 6);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void sizesMustBeFiniteAndNotNegative(double size) {
    assertRefused(
        () -> new StepSizes(RANGES, 1, size, 1),
        "a step size must be finite and not negative, was " + size);
  }

  @Test
  void rangesMustNotOverlap() {
    for (Range other : List.of(new Range(0, 9), new Range(4, 9), new Range(4, 5))) {
      assertRefused(() -> new StepSizes(List.of(new Range(3, 5), other), 1, 1), "overlap");
    }
    assertThat(new StepSizes(List.of(new Range(3, 5), new Range(5, 6), new Range(2, 3)), 1, 1, 1))
        .isNotNull();
  }

  @Test
  void lengthsMustFit() {
    assertRefused(() -> new StepSizes(RANGES, 1, 1));
    StepSizes sizes = new StepSizes(RANGES, 1, 1, 1);
    assertRefused(() -> sizes.apply(new double[4], new double[4]), "room for 5");
    assertRefused(() -> sizes.apply(new double[5], new double[6]), "direction");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 3})
  void aRangeDoesNotEndBeforeItBegins(int from) {
    assertRefused(() -> new Range(from, 2), from + ", 2");
    assertThat(new Range(2, 2).size()).isZero();
    assertThat(new Range(2, 5).size()).isEqualTo(3);
  }
}
