package org.gpchain.internal.training.decoupled;

import java.util.Arrays;
import java.util.function.Supplier;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.training.Mean;
import org.gpchain.internal.training.TrainerSettings.Optimization;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.data.MergedFeatures;
import org.gpchain.internal.training.objective.SentenceLoss;
import org.gpchain.internal.training.optim.AverageGradients;
import org.gpchain.internal.training.optim.AverageGradients.Estimate;
import org.gpchain.internal.training.optim.Lbfgs.Result.StopReason;
import org.gpchain.internal.training.optim.Precision;
import org.gpchain.training.LearningException;

/**
 * Computes the MAP estimate of the feature weights and transition scores of a linear chain with
 * stochastic average gradients. Features that are active on the same tokens are merged during the
 * fit.
 */
public final class MeanFit {
  /** Maximum distance of a small corpus's objective from its minimum, relative to the minimum. */
  private static final double TOLERANCE = 3e-4;

  /**
   * Maximum distance of a large corpus's objective from its minimum, relative to the minimum. On
   * the whole CoNLL-2000 corpus, the last fit takes 22 passes instead of 42 with this tolerance,
   * and F1 and log loss are the same (experiments/docs/training-speed.md).
   */
  private static final double LARGE_TOLERANCE = 1e-3;

  /** Maximum size of a small corpus (tokens). Above it, the tolerance grows with the size. */
  private static final double SMALL_CORPUS = 60_000;

  /** Prior precision that keeps transition scores at zero. */
  private static final double NO_TRANSITIONS = 1e12;

  private final MergedFeatures features;
  private final double transitionVariance;
  private final LinearChain chain;
  private final long seed;

  /**
   * Prepares a fit by merging the features.
   *
   * @param rows the training sentences; not modified
   * @param kernel prior variances of the features
   * @param transitionVariance prior variance of the transition scores; 0 if there are none
   * @param seed seed of the order of the sentences
   */
  MeanFit(LabeledRows rows, AdditiveLinearKernel kernel, double transitionVariance, long seed) {
    this.features = new MergedFeatures(rows, kernel);
    this.transitionVariance = transitionVariance;
    this.chain = rows.chain();
    this.seed = seed;
  }

  /** Returns the merged features, whose weights are fitted. */
  public MergedFeatures features() {
    return features;
  }

  /**
   * The means that a fit has reached.
   *
   * @param weights weights of the merged features, {@code [merged×V]}; shared, not to be modified
   * @param transitions transition scores, {@code [V×V]}; shared, not to be modified
   * @param value value of the objective
   * @param reason reason why the fit stopped; null if it has not stopped yet
   */
  public record Fitted(double[] weights, double[] transitions, double value, StopReason reason) {}

  /** A listener for the steps of a fit. */
  @FunctionalInterface
  public interface StepListener {
    /**
     * Receives a step.
     *
     * @param step number of the step, from 1
     * @param value the objective, or an estimate of it
     * @param means returns the means that the fit has reached; must not be called after this method
     *     has returned
     */
    void onStep(int step, double value, Supplier<Fitted> means);
  }

  /**
   * Returns the MAP estimate. Features that no training token has get the weight 0, their prior
   * mean.
   *
   * @param rows the training sentences; not modified
   * @param groupOfFeature feature group of each column, {@code [D]}; not copied
   * @param seed seed of the order of the sentences
   * @throws LearningException if the objective is not a finite number
   */
  public static Mean mostProbable(
      LabeledRows rows, int[] groupOfFeature, Prior prior, Optimization optimization, long seed) {
    MeanFit fit = new MeanFit(rows, prior.kernel(groupOfFeature), prior.transitionVariance(), seed);
    Fitted best = fit.plugIn(null, optimization.iterations(), (step, value, means) -> {});

    float[] weights = fit.weights(best);
    double[] doubleWeights = new double[weights.length];
    for (int i = 0; i < weights.length; i++) {
      doubleWeights[i] = weights[i];
    }
    return new Mean(() -> doubleWeights, best.transitions());
  }

  /**
   * Computes the MAP estimate.
   *
   * @param start initial means of the original features; null for zeros
   * @param passes maximum number of passes over the sentences
   * @param listener receives each pass
   * @throws LearningException if the objective is not a finite number
   */
  Fitted plugIn(Mean start, int passes, StepListener listener) {
    AverageGradients optimizer = optimizer(start);
    double tolerance = tolerance(features.corpus().tokenCount());
    int[] pass = {0};
    Estimate last =
        optimizer.run(
            passes,
            tolerance,
            estimate -> {
              double objective = estimate.objective();
              pass[0]++;
              listener.onStep(pass[0], objective, () -> fitted(optimizer, objective, null));
            });

    // With many labels, the gradients are larger than the weights, which are copied below.
    optimizer.giveBackGradients();
    double value = optimizer.objective();
    if (!Double.isFinite(value)) {
      throw notFinite("mean");
    }
    boolean isConverged = last.isWithin(tolerance);
    StopReason reason = isConverged ? StopReason.SMALL_GRADIENT : StopReason.ITERATION_LIMIT;
    return fitted(optimizer, value, reason);
  }

  /** Returns the maximum distance of the objective from its minimum, relative to the minimum. */
  private static double tolerance(int tokens) {
    double growing = TOLERANCE * Math.max(1, tokens / SMALL_CORPUS);
    return Math.min(LARGE_TOLERANCE, growing);
  }

  private AverageGradients optimizer(Mean start) {
    AverageGradients optimizer =
        new AverageGradients(SentenceLoss.sum(features.corpus(), chain), precision(), seed);
    if (start != null) {
      optimizer.startAt(
          () -> features.merge(start.weights().get()), chain.pairwise(start.transitions()));
    }
    return optimizer;
  }

  /** Returns the prior precisions of the merged features and of the transition scores. */
  private Precision precision() {
    double[] scale = features.scale();
    double[] precisions = new double[scale.length];
    for (int c = 0; c < scale.length; c++) {
      precisions[c] = 1 / (scale[c] * scale[c]);
      // The precision is 0 if the sum of many large variances has overflowed.
      if (precisions[c] == 0) {
        throw notFinite("mean");
      }
    }
    double transitionPrecision = transitionVariance > 0 ? 1 / transitionVariance : NO_TRANSITIONS;
    return new Precision(precisions, transitionPrecision);
  }

  private Fitted fitted(AverageGradients optimizer, double value, StopReason reason) {
    double[] pairwise = optimizer.shared().clone();
    if (!(transitionVariance > 0)) {
      Arrays.fill(pairwise, 0);
    }
    return new Fitted(optimizer.weights(), chain.transitions(pairwise), value, reason);
  }

  /** Returns the exception for a fit whose objective is not a finite number. */
  public static LearningException notFinite(String phase) {
    return new LearningException(
        "the objective is not a finite number in phase '" + phase + "'; try a smaller variance");
  }

  /** Returns the weights of the original features, {@code [D×V]}, in a new array. */
  public float[] weights(Fitted fitted) {
    return features.expand(fitted.weights());
  }
}
