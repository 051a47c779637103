package org.gpchain.internal.training.descent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.gpchain.internal.training.descent.RestrictedObjective.Range;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepSizeSearchTest {
  private static final Range FIRST = new Range(0, 1);
  private static final Range OTHERS = new Range(1, 3);

  private static StepSizeSearch search(
      Predicate<double[]> region, MemberwiseObjective objective, double... at) {
    return new StepSizeSearch(new StochasticDescent(3, true, region, 1), objective, at, 2);
  }

  private static StepSizeSearch search(MemberwiseObjective objective, double... at) {
    return search(parameters -> true, objective, at);
  }

  /** Returns the objective {@code ½ Σ c_i x_i²}. */
  private static ScriptedObjective quadratic(double... curvature) {
    return ScriptedObjective.quadratic(null, curvature);
  }

  /** A step along the gradient of a quadratic function of curvature c is too long above 2/c. */
  @ParameterizedTest
  @ValueSource(doubles = {1.0 / 1024, 0.125, 0.25, 0.5, 1, 2, 64})
  void findsAQuarterOfTheLargestPowerOfTwo(double guess) {
    StepSizeSearch search = search(quadratic(3, 0.5, 0.4), 1, 1, 1);
    // The limits are 2/3 and 4, the latter due to the larger one of two curvatures.
    assertThat(search.search(FIRST, guess)).hasValue(0.25 * 0.5);
    assertThat(search.search(OTHERS, guess)).hasValue(0.25 * 4);
  }

  @Test
  void doublesAndHalvesTheGuess() {
    for (double guess : new double[] {0.05, 0.4, 12.8}) {
      assertThat(search(quadratic(3), 1).search(FIRST, guess)).hasValue(0.25 * 0.4);
    }
  }

  @Test
  void regionBoundsTheStep() {
    // The first step leads from 1 to 1 − step, so that a step above 1.3 would leave the region.
    StepSizeSearch bounded = search(parameters -> parameters[0] > -0.3, quadratic(1), 1);
    assertThat(bounded.search(FIRST, 1.25 / 16)).hasValue(0.25 * 1.25);
    assertThat(bounded.search(FIRST, 1.75 / 16)).hasValue(0.25 * 1.75 / 2);
    assertThat(search(quadratic(1), 1).search(FIRST, 1.75 / 16)).hasValue(0.25 * 1.75);
  }

  /** The objective has noise. Each search starts with an empty table. */
  @Test
  void searchDoesNotChangeTheParameters() {
    double[] start = {4, -4, 4};
    StepSizeSearch search = search(LeastSquares.random(1, 8, 3, 1), start);
    for (Range range : List.of(FIRST, OTHERS)) {
      OptionalDouble found = search.search(range, 0.01);
      assertThat(found).isPresent();
      assertThat(start).containsExactly(4, -4, 4);
      assertThat(search.search(range, 0.01)).isEqualTo(found);
    }
  }

  /** Common random numbers. */
  @Test
  void comparesAtOneNoise() {
    ScriptedObjective objective = quadratic(3);
    search(objective, 5).search(FIRST, 1e-3);
    assertThat(objective.values()).hasSizeGreaterThan(2).containsOnly(2L);
  }

  /** No more than thirty times, with twenty steps of each size. */
  @Test
  void doublingAndHalvingEnd() {
    double[] value = {0};
    ToDoubleFunction<double[]> falling = x -> value[0]--;
    assertThat(search(ScriptedObjective.quadratic(falling, 0), 1).search(FIRST, 1))
        .hasValue(0.25 * (1 << 30));
    ScriptedObjective flat = ScriptedObjective.quadratic(x -> 5, 1);
    assertThat(search(flat, 1).search(FIRST, 1)).isEmpty();
    assertThat(flat.calls()).hasSize(31 * 20);
  }

  @Test
  void objectiveThatIsNotANumberIsNeverLower() {
    assertThat(search(ScriptedObjective.quadratic(x -> Double.NaN, 1), 1).search(FIRST, 1))
        .isEmpty();
  }

  @Test
  void argumentsAreChecked() {
    StepSizeSearch search = search(quadratic(1), 1);
    assertRefused(() -> search.search(FIRST, 0), "guessed step size");
    assertRefused(() -> search(quadratic(1), 1, 1), "parameters");
  }
}
