package org.gpchain.training.optim;

import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.List;
import org.gpchain.core.Draws;
import org.gpchain.training.optim.StochasticDescent.Batches;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link GradientRule} promises whose direction is the gradient on average. */
interface UnbiasedRuleContract extends GradientRuleContract {
  /** Batches that share the members out, the last one short or not, each counted by its size. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 6, 7, 9})
  default void directionsAverageToTheGradient(int batchSize) {
    LeastSquares objective = LeastSquares.random(21, 7, 4, 0.5);
    GradientRule rule = rule();
    for (int past = 0; past < 2; past++) {
      List<double[]> memory = rule.memory();
      double[] at = new Draws(past).normals(4, 1);
      Batches batches = new Batches(7, batchSize, past);
      double[] mean = new double[4];
      for (int step = 0; step < batches.perEpoch(); step++) {
        rule.restore(memory);
        int[] batch = batches.at(step);
        double[] direction = GradientRuleContract.direction(rule, objective, at, 5, batch);
        for (int i = 0; i < mean.length; i++) {
          mean[i] += direction[i] * batch.length / 7;
        }
      }
      double[] gradient = new double[4];
      objective.valueAndGradient(at, objective.everyMember(), 5, gradient);
      assertClose("mean", mean, gradient, ROUNDING);
      GradientRuleContract.warmUp(rule, objective, new Draws(past));
    }
  }
}
