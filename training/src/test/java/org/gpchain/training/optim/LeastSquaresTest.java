package org.gpchain.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import org.gpchain.core.math.Parallel;
import org.junit.jupiter.api.Test;

/** The tests' own objective is held to the contract too, and is what it says. */
class LeastSquaresTest implements MemberwiseObjectiveContract {
  @Override
  public LeastSquares objective(Parallel parallel) {
    return LeastSquares.random(1, 7, 4, 0.5);
  }

  @Test
  void gradientVanishesAtTheOptimum() {
    LeastSquares objective = LeastSquares.random(2, 7, 4, 0);
    double[] gradient = new double[4];
    objective.valueAndGradient(objective.optimum(), objective.everyMember(), 1, gradient);
    assertClose("gradient", gradient, new double[4], ALGEBRA);
  }

  @Test
  void noiseDependsOnSeedAndMember() {
    LeastSquares quiet = LeastSquares.random(3, 6, 4, 0);
    LeastSquares noisy = LeastSquares.random(3, 6, 4, 1);
    int[] batch = {1, 2};
    double[][] none = quiet.members(new double[4], batch, 1).compact();
    double[][] one = noisy.members(new double[4], batch, 1).compact();
    double[][] two = noisy.members(new double[4], batch, 2).compact();
    assertThat(one[0][0]).isNotEqualTo(two[0][0]);
    assertThat(one[0][0] - none[0][0]).isNotEqualTo(one[1][0] - none[1][0]);
  }
}
