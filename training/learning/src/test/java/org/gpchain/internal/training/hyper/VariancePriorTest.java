package org.gpchain.internal.training.hyper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.FINITE_DIFFERENCE;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;
import static org.gpchain.core.Tolerances.differences;

import org.junit.jupiter.api.Test;

/** The prior on log variances against finite differences. */
class VariancePriorTest {
  private static final double[] CENTRE = {0.5, -1, 2, 0};
  private static final VariancePrior PRIOR = new VariancePrior(CENTRE, 0.4, 3);

  private static double value(double[] theta) {
    return PRIOR.addGradient(theta, new double[theta.length]);
  }

  private static double[] gradient(double[] theta) {
    double[] gradient = new double[theta.length];
    PRIOR.addGradient(theta, gradient);
    return gradient;
  }

  @Test
  void gradientIsTheDerivativeAndHessianIsThatOfTheGradient() {
    double[] theta = {1, 0.3, -0.7, 0.9};
    double[] second = new double[16];
    for (int i = 0; i < 4; i++) {
      int row = i;
      double[] slopes = differences(theta, () -> gradient(theta)[row]);
      System.arraycopy(slopes, 0, second, 4 * i, 4);
    }
    double[] differences = differences(theta, () -> value(theta));
    assertClose("gradient", gradient(theta), differences, FINITE_DIFFERENCE);
    assertClose("Hessian", PRIOR.hessian(), second, FINITE_DIFFERENCE);
  }

  @Test
  void theCommonScaleOfTheGroupsIsFree() {
    double[] moved = {CENTRE[0] + 5, CENTRE[1] + 5, CENTRE[2] + 5, 0};
    assertThat(value(moved)).isLessThan(ROUNDING);
  }

  @Test
  void gradientsAreAdded() {
    double[] inOut = {1, 1, 1, 1};
    PRIOR.addGradient(CENTRE, inOut);
    assertClose("gradient", inOut, new double[] {1, 1, 1, 1}, ROUNDING);
  }
}
