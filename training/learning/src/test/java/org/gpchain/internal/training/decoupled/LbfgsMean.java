package org.gpchain.internal.training.decoupled;

import org.gpchain.core.NaiveAlgebra;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.training.Mean;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.decoupled.MeanFit.Fitted;

/**
 * The MAP estimate by L-BFGS, an oracle for stochastic average gradients: it uses the gradient of
 * all sentences and finds the minimum much more exactly.
 */
public final class LbfgsMean {
  private static final int MAX_STEPS = 300;

  private LbfgsMean() {}

  /** Returns the minimum of the negative log posterior of a corpus. */
  public static double objective(TrainingData data, Prior prior) {
    try (Parallel parallel = new Parallel(1)) {
      return minimize(fit(data.encoded(), data.groupOfFeature(), prior, parallel)).value();
    }
  }

  /** Returns the mean at the minimum. */
  static Mean of(LabeledRows rows, int[] groupOfFeature, Prior prior) {
    try (Parallel parallel = new Parallel(1)) {
      MeanFit fit = fit(rows, groupOfFeature, prior, parallel);
      Fitted best = minimize(fit);
      double[] weights = NaiveAlgebra.doubles(fit.weights(best));
      return new Mean(() -> weights, best.transitions());
    }
  }

  private static MeanFit fit(
      LabeledRows rows, int[] groupOfFeature, Prior prior, Parallel parallel) {
    return new MeanFit(rows, prior.kernel(groupOfFeature), prior.transitionVariance(), 1, parallel);
  }

  private static Fitted minimize(MeanFit fit) {
    double[] zeros = new double[fit.objective().parameterCount()];
    return fit.minimize(fit.objective(), zeros, "mean", MAX_STEPS, (step, value, here) -> {});
  }
}
