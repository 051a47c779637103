package org.gpchain.internal.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.NaiveAlgebra.dot;
import static org.gpchain.core.NaiveAlgebra.identity;
import static org.gpchain.core.NaiveAlgebra.matrix;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.rowMajor;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.NaiveAlgebra.times;
import static org.gpchain.core.NaiveAlgebra.transposed;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuasiNewtonStepsTest {
  /** Returns the identity matrix, row-major. */
  private static double[] identityMatrix(int n) {
    return rowMajor(identity(n));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void exactHessianLeadsToTheMinimumInOneStep(int n) {
    Draws draws = new Draws(n);
    double[][] root = matrix(draws.normals(n * n, 1), n);
    double[][] hessian = sum(identity(n), 1, product(root, transposed(root)));
    double[] at = draws.normals(n, 1);
    double[] gradient = times(hessian, at);
    double height = dot(gradient, at) / 2;
    double gain = new QuasiNewtonSteps(rowMajor(hessian), n, 1e9).descend(at, gradient);
    assertClose("minimum", at, new double[n], 1e-9);
    assertThat(gain).isCloseTo(height, within(1e-9 * (1 + height)));
  }

  /** The curvatures range from 0.001 to 1000, and are assumed to be 1 at first. */
  @Test
  void wrongCurvaturesAreLearned() {
    double[] curvature = {1e-3, 0.1, 1, 30, 1e3};
    double[] at = {1, 1, 1, 1, 1};
    QuasiNewtonSteps steps = new QuasiNewtonSteps(identityMatrix(5), 5, 1);
    for (int round = 0; round < 60; round++) {
      double[] gradient = new double[5];
      Arrays.setAll(gradient, i -> curvature[i] * at[i]);
      steps.descend(at, gradient);
    }
    assertClose("minimum", at, new double[5], 1e-3);
  }

  /** Random gradients correspond to a function that is not convex. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void stepsForRandomGradientsAreShortAndLeadDownhill(long seed) {
    Draws draws = new Draws(seed);
    int n = 4;
    double longest = 0.7;
    QuasiNewtonSteps steps = new QuasiNewtonSteps(identityMatrix(n), n, longest);
    double[] at = new double[n];
    for (int round = 0; round < 40; round++) {
      double[] before = at.clone();
      double[] gradient = draws.normals(n, 1);
      double gain = steps.descend(at, gradient);
      double along = 0;
      for (int i = 0; i < n; i++) {
        along += gradient[i] * (at[i] - before[i]);
        assertThat(Math.abs(at[i] - before[i])).isLessThanOrEqualTo(longest + ROUNDING);
      }
      assertThat(along).isNegative();
      assertThat(gain).isPositive();
    }
  }

  @Test
  void zeroGradientGivesNoStep() {
    QuasiNewtonSteps steps = new QuasiNewtonSteps(identityMatrix(1), 1, 9);
    double[] at = {5};
    assertThat(steps.descend(at, new double[1])).isZero();
    steps.descend(at, new double[] {2});
    assertClose("x", at, new double[] {3}, ROUNDING);
  }

  @Test
  void argumentsAreChecked() {
    assertRefused(() -> new QuasiNewtonSteps(new double[0], 0, 1), "size");
    assertRefused(() -> new QuasiNewtonSteps(new double[3], 2, 1), "hessian");
    for (double length : new double[] {0, -1, Double.NaN}) {
      assertRefused(() -> new QuasiNewtonSteps(identityMatrix(1), 1, length), "longest");
    }
    QuasiNewtonSteps steps = new QuasiNewtonSteps(identityMatrix(2), 2, 1);
    assertRefused(() -> steps.descend(new double[1], new double[2]), "parameters");
    assertRefused(() -> steps.descend(new double[2], new double[1]), "gradient");
  }
}
