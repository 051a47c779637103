package org.gpchain.training.optim;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpchain.training.optim.GradientRule.PlainGradient;
import org.junit.jupiter.api.Test;

/** The plain gradient. */
class PlainGradientTest implements UnbiasedRuleContract {
  @Override
  public PlainGradient rule() {
    return new PlainGradient();
  }

  @Test
  void isTheGradientOfTheBatch() {
    LeastSquares objective = LeastSquares.random(31, 7, 4, 0.5);
    double[] at = {1, -1, 2, 0.5};
    for (int[] batch : new int[][] {{0}, {6, 2, 3}, objective.everyMember()}) {
      double[] gradient = new double[4];
      objective.valueAndGradient(at, batch, 3, gradient);
      assertThat(GradientRuleContract.direction(rule(), objective, at, 3, batch))
          .isEqualTo(gradient);
    }
  }
}
