package org.gpchain.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.List;
import org.gpchain.core.Draws;
import org.gpchain.training.optim.GradientRule.PlainGradient;
import org.gpchain.training.optim.StepSizes.Range;
import org.junit.jupiter.api.Test;

/** Adam. */
class AdamGradientTest implements GradientRuleContract {
  @Override
  public AdamGradient rule() {
    return new AdamGradient();
  }

  /** The first direction is the sign of the gradient: the bias is corrected. */
  @Test
  void beginsWithTheSign() {
    LeastSquares objective = LeastSquares.random(41, 7, 4, 0.5);
    double[] at = {1, -1, 2, 0.5};
    double[] direction = GradientRuleContract.direction(rule(), objective, at, 3, 2);
    double[] gradient = GradientRuleContract.direction(new PlainGradient(), objective, at, 3, 2);
    for (int i = 0; i < 4; i++) {
      assertClose("sign", direction[i], gradient[i] / (Math.abs(gradient[i]) + 1e-8), ROUNDING);
    }
  }

  /** Against the moments written out as weighted means of the whole past. */
  @Test
  void momentsAreWeightedMeansOfThePast() {
    LeastSquares objective = LeastSquares.random(42, 7, 3, 0.5);
    AdamGradient rule = new AdamGradient();
    Draws draws = new Draws(1);
    double[][] past = new double[6][];
    for (int t = 0; t < past.length; t++) {
      double[] at = draws.normals(3, 1);
      past[t] = GradientRuleContract.direction(new PlainGradient(), objective, at, t, t);
      double[] direction = GradientRuleContract.direction(rule, objective, at, t, t);
      for (int i = 0; i < 3; i++) {
        double mean = weightedMean(past, i, t, 0.9, 1);
        double square = weightedMean(past, i, t, 0.999, 2);
        assertClose("direction", direction[i], mean / (Math.sqrt(square) + 1e-8), ROUNDING);
      }
    }
  }

  private static double weightedMean(double[][] past, int i, int now, double decay, int power) {
    double sum = 0;
    double weights = 0;
    for (int t = 0; t <= now; t++) {
      double weight = Math.pow(decay, now - t);
      sum += weight * Math.pow(past[t][i], power);
      weights += weight;
    }
    return sum / weights;
  }

  @Test
  void convergesOnLeastSquares() {
    LeastSquares objective = LeastSquares.random(44, 20, 3, 0);
    double[] at = {5, 5, 5};
    AdamGradient rule = rule();
    double[] optimum = objective.optimum();
    for (int step = 0; step < 4000; step++) {
      double[] direction =
          GradientRuleContract.direction(rule, objective, at, 1, objective.everyMember());
      new StepSizes(List.of(new Range(0, 3)), 0.01).apply(direction, at);
    }
    assertThat(at[0]).isNotEqualTo(5);
    assertClose("optimum", at, optimum, 1e-3);
  }
}
