package org.gpchain.internal.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.gpchain.core.Draws;
import org.gpchain.internal.training.optim.WolfeSearch.Trial;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that steps satisfy the strong Wolfe conditions (Nocedal and Wright 2006, 3.7). */
class WolfeSearchTest {
  private static final double SUFFICIENT_DECREASE = 1e-4;
  private static final double CURVATURE = 0.9;
  private static final int MAX_EVALUATIONS = 26;

  /** A function of one variable and its derivative. */
  private record Line(DoubleUnaryOperator value, DoubleUnaryOperator slope) {
    Trial at(double length) {
      return new Trial(length, value.applyAsDouble(length), slope.applyAsDouble(length));
    }

    /** Searches from zero, and checks that the result is the last step that was tried. */
    Trial search(double firstStep) {
      List<Double> tried = new ArrayList<>();
      Trial found =
          new WolfeSearch(
                  25,
                  length -> {
                    tried.add(length);
                    return at(length);
                  })
              .run(at(0).value(), at(0).slope(), firstStep);
      assertThat(tried).hasSizeBetween(1, MAX_EVALUATIONS);
      assertThat(tried.get(0)).isEqualTo(firstStep);
      if (found != null) {
        assertThat(tried.get(tried.size() - 1)).isEqualTo(found.length());
        assertThat(found).isEqualTo(at(found.length()));
        assertThat(found.value()).isLessThan(at(0).value());
      }
      return found;
    }

    void assertConditions(Trial step) {
      Trial start = at(0);
      assertThat(step.length()).isPositive();
      assertThat(step.value())
          .isLessThanOrEqualTo(start.value() + SUFFICIENT_DECREASE * step.length() * start.slope());
      assertThat(Math.abs(step.slope())).isLessThanOrEqualTo(CURVATURE * -start.slope());
    }
  }

  /** Returns a random parabola with waves, which has many local minima. */
  private static Line waves(Draws draws) {
    double bend = Math.exp(draws.between(-4.0, 4.0));
    double dip = Math.exp(draws.between(-2.0, 4.0));
    double height = draws.between(0.0, 2.0) * bend;
    double frequency = Math.exp(draws.between(-2.0, 2.0));
    double phase = draws.between(0.0, 6.0);
    return new Line(
        x -> bend * (x - dip) * (x - dip) + height * Math.sin(frequency * x + phase),
        x -> 2 * bend * (x - dip) + height * frequency * Math.cos(frequency * x + phase));
  }

  @RepeatedTest(300)
  void conditionsHoldOnRandomFunctions(RepetitionInfo repetition) {
    Draws draws = new Draws(repetition.getCurrentRepetition());
    Line line = waves(draws);
    while (line.at(0).slope() >= 0) {
      line = waves(draws);
    }
    Trial found = line.search(Math.exp(draws.between(-6.0, 6.0)));
    assertThat(found).isNotNull();
    line.assertConditions(found);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-8, 1e-3, 0.5, 1, 3, 1e3, 1e6})
  void findsTheDipOfAParabolaFromAnyFirstStep(double firstStep) {
    Line line = new Line(x -> (x - 1) * (x - 1), x -> 2 * (x - 1));
    line.assertConditions(line.search(firstStep));
  }

  @Test
  void goodFirstStepIsTaken() {
    Line line = new Line(x -> (x - 1) * (x - 1), x -> 2 * (x - 1));
    assertThat(line.search(1.2).length()).isEqualTo(1.2);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void leavesPointsWhereTheFunctionIsNotDefined(double beyond) {
    for (double firstStep : new double[] {1e-3, 0.7, 2, 1e4, 1e20}) {
      DoubleUnaryOperator value = x -> x < 1 ? (x - 0.9) * (x - 0.9) : beyond;
      DoubleUnaryOperator slope = x -> x < 1 ? 2 * (x - 0.9) : Double.NaN;
      Line line = new Line(value, slope);
      line.assertConditions(line.search(firstStep));
    }
  }

  /** The slope jumps from −1 to 1: no step satisfies the curvature condition. */
  @Test
  void kinkIsFound() {
    Line line = new Line(x -> Math.abs(x - 0.3), x -> Math.signum(x - 0.3));
    for (double firstStep : new double[] {1e-3, 0.25, 0.7, 40}) {
      assertThat(line.search(firstStep).length()).isCloseTo(0.3, within(1e-3));
    }
  }

  /**
   * The function jumps up at 1.5. Values behind the jump are not lower, so the step ends before.
   */
  @Test
  void stepDoesNotCrossAJump() {
    Line line = new Line(x -> x < 1.5 ? -x : 1.5 - x, x -> -1);
    assertThat(line.search(1).length()).isCloseTo(1.5, within(1e-3));
  }

  /** No step satisfies the curvature condition, so the step with the lowest value is returned. */
  @Test
  void unboundedFunctionGivesALongStep() {
    Trial found = new Line(x -> -x, x -> -1).search(1);
    assertThat(found.length()).isGreaterThan(1e6);
  }

  @Test
  void noStepIsReturnedIfNoValueIsLower() {
    assertThat(new Line(x -> x, x -> -1).search(1)).isNull();
    assertThat(new Line(x -> x == 0 ? 0 : Double.NaN, x -> -1).search(1)).isNull();
  }
}
