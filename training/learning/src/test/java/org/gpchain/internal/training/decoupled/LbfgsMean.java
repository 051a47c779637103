package org.gpchain.internal.training.decoupled;

import java.util.stream.IntStream;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.training.Mean;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.objective.MapObjective;
import org.gpchain.internal.training.optim.Lbfgs;
import org.gpchain.internal.training.optim.Lbfgs.Result;
import org.gpchain.internal.training.optim.Lbfgs.StopRule;

/**
 * Computes the MAP estimate with L-BFGS, as a reference for stochastic average gradients. L-BFGS
 * uses the gradient of all sentences and finds the minimum much more accurately.
 */
public final class LbfgsMean {
  private static final int MAX_STEPS = 300;

  private LbfgsMean() {}

  /** Returns the minimum of the negative log posterior of a corpus. */
  public static double objective(TrainingData data, Prior prior) {
    return minimize(objective(data.encoded(), data.groupOfFeature(), prior)).value();
  }

  /** Returns the mean at the minimum. */
  static Mean of(LabeledRows rows, int[] groupOfFeature, Prior prior) {
    MapObjective objective = objective(rows, groupOfFeature, prior);
    double[] parameters = minimize(objective).parameters();
    double[] weights = objective.weights(parameters);
    return new Mean(() -> weights, objective.pairwise(parameters));
  }

  private static MapObjective objective(LabeledRows rows, int[] groupOfFeature, Prior prior) {
    AdditiveLinearKernel kernel = prior.kernel(groupOfFeature);
    double[] deviations =
        IntStream.range(0, rows.rows().columnCount())
            .mapToDouble(d -> Math.sqrt(kernel.featureVariance(d)))
            .toArray();
    LinearChain chain = new LinearChain(rows.labelCount(), rows.partial());
    return new MapObjective(rows, deviations, Math.sqrt(prior.transitionVariance()), chain);
  }

  private static Result minimize(MapObjective objective) {
    try (Parallel parallel = new Parallel(1)) {
      return new Lbfgs(Lbfgs.MEMORY, 1, parallel)
          .minimize(
              objective,
              new double[objective.parameterCount()],
              StopRule.afterIterations(MAX_STEPS),
              (step, value, means) -> {});
    }
  }
}
