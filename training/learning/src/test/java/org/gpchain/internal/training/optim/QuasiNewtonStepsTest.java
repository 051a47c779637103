package org.gpchain.internal.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
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

/** Steps with a Hessian that is learned on the way. */
class QuasiNewtonStepsTest {
  private static double[] ones(int n) {
    return rowMajor(identity(n));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void theRightHessianLeadsToTheMinimumAtOnce(int n) {
    Draws draws = new Draws(n);
    double[][] root = matrix(draws.normals(n * n, 1), n);
    double[][] hessian = sum(identity(n), 1, product(root, transposed(root)));
    double[] at = draws.normals(n, 1);
    double[] gradient = times(hessian, at);
    double height = dot(gradient, at) / 2;
    double gain = new QuasiNewtonSteps(rowMajor(hessian), n, 1e9).descend(at, gradient);
    assertClose("minimum", at, new double[n], 1e-9);
    assertThat(gain).isCloseTo(height, org.assertj.core.data.Offset.offset(1e-9 * (1 + height)));
  }

  /** Curvatures from a thousandth to a thousand, all taken to be one. */
  @Test
  void wrongCurvaturesAreLearned() {
    double[] curvature = {1e-3, 0.1, 1, 30, 1e3};
    double[] at = {1, 1, 1, 1, 1};
    QuasiNewtonSteps steps = new QuasiNewtonSteps(ones(5), 5, 1);
    for (int round = 0; round < 60; round++) {
      double[] gradient = new double[5];
      Arrays.setAll(gradient, i -> curvature[i] * at[i]);
      steps.descend(at, gradient);
    }
    assertClose("minimum", at, new double[5], 1e-3);
  }

  /** Where the function is not convex, or a gradient is wrong, steps still lead downhill. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void whateverTheGradientsAreStepsLeadDownhillAndAreShort(long seed) {
    Draws draws = new Draws(seed);
    int n = 4;
    double longest = 0.7;
    QuasiNewtonSteps steps = new QuasiNewtonSteps(ones(n), n, longest);
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
  void noGradientIsNoStepAndTeachesNothing() {
    QuasiNewtonSteps steps = new QuasiNewtonSteps(ones(1), 1, 9);
    double[] at = {5};
    assertThat(steps.descend(at, new double[1])).isZero();
    steps.descend(at, new double[] {2});
    assertClose("x", at, new double[] {3}, ROUNDING);
  }

  @Test
  void badArgumentsAreNamed() {
    assertRefused(() -> new QuasiNewtonSteps(new double[0], 0, 1), "size");
    assertRefused(() -> new QuasiNewtonSteps(new double[3], 2, 1), "hessian");
    for (double length : new double[] {0, -1, Double.NaN}) {
      assertRefused(() -> new QuasiNewtonSteps(ones(1), 1, length), "longest");
    }
    QuasiNewtonSteps steps = new QuasiNewtonSteps(ones(2), 2, 1);
    assertRefused(() -> steps.descend(new double[1], new double[2]), "parameters");
    assertRefused(() -> steps.descend(new double[2], new double[1]), "gradient");
  }
}
