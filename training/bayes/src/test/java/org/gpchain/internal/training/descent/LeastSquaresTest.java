package org.gpchain.internal.training.descent;

import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import org.gpchain.internal.core.math.Parallel;
import org.junit.jupiter.api.Test;

/** Tests the objective that other tests use. */
class LeastSquaresTest implements MemberwiseObjectiveContract {
  @Override
  public LeastSquares objective(Parallel parallel) {
    return LeastSquares.random(1, 7, 4, 0.5);
  }

  @Test
  void gradientVanishesAtTheOptimum() {
    LeastSquares objective = LeastSquares.random(2, 7, 4, 0);
    Evaluation best = Evaluation.of(objective, objective.optimum());
    assertClose("gradient", best.gradient(), new double[4], ALGEBRA);
  }
}
