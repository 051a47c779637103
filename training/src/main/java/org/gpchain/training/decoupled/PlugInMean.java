package org.gpchain.training.decoupled;

import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.kernel.AdditiveLinearKernel;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.Workspace;
import org.gpchain.training.LearningException;
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
 * The plug-in mean of a linear chain over feature rows: the most probable weights and transition
 * scores, as {@link Learner} finds them where there is no covariance, for those who have rows
 * rather than sentences. Immutable.
 */
public final class PlugInMean {
  /** Steps that L-BFGS remembers. */
  private static final int MEMORY = 10;

  private final LinearChain chain;
  private final int featureCount;
  private final double[] weights;
  private final double[] pairwise;

  private PlugInMean(int labelCount, int featureCount, float[] weights, double[] pairwise) {
    this.chain = new LinearChain(labelCount);
    this.featureCount = featureCount;
    this.weights = new double[weights.length];
    for (int i = 0; i < weights.length; i++) {
      this.weights[i] = weights[i];
    }
    this.pairwise = pairwise;
  }

  /**
   * Learns. A feature that no training token has gets the weight 0, its prior mean.
   *
   * @param train the training sentences; not modified
   * @param kernel with the prior variances of the features
   * @param pairwiseVariance prior variance of the transition scores
   * @param iterations steps of L-BFGS at most
   * @param threads number of threads; the result does not depend on it
   * @param seed of the optimiser
   * @throws LearningException if the objective is not a finite number
   */
  public static PlugInMean learn(
      LabeledRows train,
      AdditiveLinearKernel kernel,
      double pairwiseVariance,
      int iterations,
      int threads,
      long seed) {
    Checks.positive("pairwise variance", pairwiseVariance);
    StopRule stop = StopRule.afterIterations(iterations);
    MergedFeatures features = new MergedFeatures(train, kernel);
    try (Parallel parallel = new Parallel(threads)) {
      MeanObjective objective =
          new MeanObjective(
              features.corpus(),
              features.scale(),
              Math.sqrt(pairwiseVariance),
              new Pathwise(new LinearChain(train.labelCount())),
              parallel);
      OptimizationResult result =
          new Lbfgs(MEMORY, seed, parallel)
              .minimize(
                  objective, new double[objective.parameterCount()], stop, ProgressListener.SILENT);
      if (result.reason() == StopReason.NOT_FINITE) {
        throw new LearningException(
            "the objective is not a finite number at its start; try a smaller variance");
      }
      int featureCount = train.rows().columnCount();
      return new PlugInMean(
          train.labelCount(),
          featureCount,
          features.expand(objective.weights(result.parameters()), featureCount),
          objective.pairwise(result.parameters()));
    }
  }

  /**
   * The marginals of the labels of sentences.
   *
   * @param test sentences over the same features and labels; their labels are not looked at; not
   *     modified
   * @return for each sentence {@code p(y_t = v)}, {@code [T×V]} row-major; new arrays
   */
  public double[][] marginals(LabeledRows test) {
    int v = chain.labelCount();
    Checks.length("columns of the test rows", test.rows().columnCount(), featureCount, "[D]");
    Checks.length("labels of the test sentences", test.labelCount(), v, "[V]");
    Workspace workspace = new Workspace();
    double[][] marginals = new double[test.sentenceCount()][];
    for (int n = 0; n < marginals.length; n++) {
      int length = test.length(n);
      double[] unary = new double[length * v];
      for (int t = 0; t < length; t++) {
        test.rows().addSelected(test.sentenceStart()[n] + t, weights, v, unary, t * v);
      }
      marginals[n] = new double[length * v];
      chain.lattice(unary, pairwise, length, workspace).marginals(marginals[n]);
    }
    return marginals;
  }
}
