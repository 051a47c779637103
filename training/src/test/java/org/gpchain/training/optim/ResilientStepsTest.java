package org.gpchain.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps that look at signs. */
class ResilientStepsTest {
  /** The positions of one parameter after each of the given gradients, from zero. */
  private static double[] walk(double first, double largest, double... gradients) {
    ResilientSteps steps = new ResilientSteps(1, first, largest);
    double[] at = new double[1];
    double[] positions = new double[gradients.length];
    for (int i = 0; i < gradients.length; i++) {
      steps.descend(at, new double[] {gradients[i]});
      positions[i] = at[0];
    }
    return positions;
  }

  @Test
  void stepsGrowWhileTheSignStays() {
    assertClose("x", walk(1, 9, 5, 1e-9, 2), new double[] {-1, -2.2, -3.64}, ROUNDING);
    assertClose("x", walk(1, 9, -5, -1e-9, -2), new double[] {1, 2.2, 3.64}, ROUNDING);
  }

  @Test
  void aChangeOfSignHalvesAndPauses() {
    assertClose("x", walk(1, 9, 1, -1), new double[] {-1, -1}, ROUNDING);
    assertClose("x", walk(1, 9, 1, -1, -1, -1), new double[] {-1, -1, -0.5, 0.1}, ROUNDING);
    assertClose("x", walk(1, 9, 1, -1, 1, -1, 1), new double[] {-1, -1, -1.5, -1.5, -1.75}, 1e-12);
  }

  @Test
  void noGradientIsNoStep() {
    assertClose("x", walk(1, 9, 0, 0, 1, 0, 1), new double[] {0, 0, -1, -1, -2}, ROUNDING);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 1, 1.3, 5})
  void noStepIsLongerThanTheLargest(double first) {
    double largest = 1.3;
    double last = 0;
    double[] downhill = new double[30];
    Arrays.fill(downhill, 1e300);
    for (double position : walk(first, largest, downhill)) {
      assertThat(last - position).isLessThanOrEqualTo(largest + ROUNDING);
      last = position;
    }
    assertThat(last).isLessThan(-20);
  }

  /** Curvatures from a millionth to a million. */
  @Test
  void findsTheMinimumOfABadlyScaledQuadratic() {
    double[] curvature = {1e-6, 1e-3, 1, 1e3, 1e6};
    double[] minimum = {3, -4, 0.5, 7, -0.01};
    FunctionObjective objective = FunctionObjective.quadratic(curvature, minimum);
    ResilientSteps steps = new ResilientSteps(5, 0.7, 1.5);
    double[] at = new double[5];
    double[] gradient = new double[5];
    for (int i = 0; i < 150; i++) {
      objective.valueAndGradient(at, gradient);
      steps.descend(at, gradient);
    }
    assertClose("minimum", at, minimum, 1e-4);
  }

  @Test
  void gradientsAreNotModified() {
    double[] gradient = {2, -3};
    ResilientSteps steps = new ResilientSteps(2, 1, 1);
    steps.descend(new double[2], gradient);
    steps.descend(new double[2], gradient);
    assertThat(gradient).containsExactly(2, -3);
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertThatThrownBy(() -> new ResilientSteps(0, 1, 1)).hasMessageContaining("parameters");
    for (double length : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> new ResilientSteps(1, length, 1)).hasMessageContaining("first");
      assertThatThrownBy(() -> new ResilientSteps(1, 1, length)).hasMessageContaining("largest");
    }
    ResilientSteps steps = new ResilientSteps(2, 1, 1);
    assertThatThrownBy(() -> steps.descend(new double[3], new double[2]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("parameters");
    assertThatThrownBy(() -> steps.descend(new double[2], new double[3]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("gradient");
  }
}
