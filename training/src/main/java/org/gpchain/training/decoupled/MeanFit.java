package org.gpchain.training.decoupled;

import java.util.Arrays;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.kernel.AdditiveLinearKernel;
import org.gpchain.core.kernel.Prior;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Parallel;
import org.gpchain.training.LearningException;
import org.gpchain.training.Mean;
import org.gpchain.training.TrainerSettings.Run;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.data.MergedFeatures;
import org.gpchain.training.objective.MeanObjective;
import org.gpchain.training.objective.Pathwise;
import org.gpchain.training.optim.Lbfgs;
import org.gpchain.training.optim.OptimizationResult;
import org.gpchain.training.optim.OptimizationResult.StopReason;
import org.gpchain.training.optim.ProgressListener;
import org.gpchain.training.optim.StopRule;

/**
 * Fits the means of a linear chain's weights and transitions to feature rows: the most probable
 * ones, or with samples of a covariance those that maximise the evidence lower bound. Features that
 * are active on the same tokens are merged while it works.
 */
public final class MeanFit {
  /** Steps that L-BFGS remembers. */
  private static final int MEMORY = 10;

  private final MergedFeatures features;
  private final MeanObjective plugIn;
  private final Lbfgs lbfgs;

  /**
   * @param rows the training sentences; not modified
   * @param kernel with the prior variances of the features
   * @param transitionVariance prior variance of the transition scores; 0 for none
   * @param seed of the optimiser
   * @param parallel runs the loops; the result does not depend on its number of threads
   */
  MeanFit(
      LabeledRows rows,
      AdditiveLinearKernel kernel,
      double transitionVariance,
      long seed,
      Parallel parallel) {
    this.features = new MergedFeatures(rows, kernel);
    this.plugIn =
        new MeanObjective(
            features.corpus(),
            features.scale(),
            Math.sqrt(transitionVariance),
            new Pathwise(new LinearChain(rows.labelCount())),
            parallel);
    this.lbfgs = new Lbfgs(MEMORY, seed, parallel);
  }

  /**
   * The most probable mean. A feature that no training token has gets the weight 0, its prior mean.
   *
   * @param rows the training sentences; not modified
   * @param groupOfFeature the feature group of each column, {@code [D]}; kept
   * @param prior with a variance for each group
   * @param iterations L-BFGS steps at most
   * @param run threads and seed
   * @throws LearningException if the objective is not a finite number
   */
  public static Mean mostProbable(
      LabeledRows rows, int[] groupOfFeature, Prior prior, int iterations, Run run) {
    try (Parallel parallel = new Parallel(run.threads())) {
      MeanFit fit =
          new MeanFit(
              rows, prior.kernel(groupOfFeature), prior.transitionVariance(), run.seed(), parallel);
      double[] best =
          fit.minimize(
                  fit.plugIn(), fit.parameters(null), "mean", iterations, ProgressListener.SILENT)
              .parameters();
      float[] weights = fit.weights(best);
      double[] wide = new double[weights.length];
      Arrays.setAll(wide, i -> weights[i]);
      return new Mean(wide, fit.transitions(best));
    }
  }

  /** The objective without a covariance: the negative log posterior. */
  MeanObjective plugIn() {
    return plugIn;
  }

  /**
   * Where to begin: the parameters that stand for a mean.
   *
   * @param mean weights of the original features; null for zeros
   * @return a new array
   */
  double[] parameters(Mean mean) {
    double[] parameters = new double[plugIn.parameterCount()];
    if (mean != null) {
      double[] weights = features.merge(mean.weights());
      double[] transitions = mean.transitions();
      Checks.length("mean", weights.length + transitions.length, parameters.length, "[D·V + V·V]");
      System.arraycopy(weights, 0, parameters, 0, weights.length);
      System.arraycopy(transitions, 0, parameters, weights.length, transitions.length);
      plugIn.divideByScale(parameters);
    }
    return parameters;
  }

  /**
   * Minimises an objective of these rows.
   *
   * @param start parameters; not modified
   * @throws LearningException if the objective is not a finite number at the start
   */
  OptimizationResult minimize(
      MeanObjective objective,
      double[] start,
      String phase,
      int iterations,
      ProgressListener listener) {
    OptimizationResult result =
        lbfgs.minimize(objective, start, StopRule.afterIterations(iterations), listener);
    if (result.reason() == StopReason.NOT_FINITE) {
      throw new LearningException(
          "the objective is not a finite number at the start of '"
              + phase
              + "'; try a smaller variance");
    }
    return result;
  }

  /** The weights of the original features, {@code [D×V]}; a new array. */
  float[] weights(double[] parameters) {
    return features.expand(plugIn.weights(parameters));
  }

  /** The transition scores, {@code [V×V]}; a new array. */
  double[] transitions(double[] parameters) {
    return plugIn.pairwise(parameters);
  }
}
