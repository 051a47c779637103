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
 * Fits the means of a linear chain's weights and transitions to feature rows: the MAP estimate, by
 * stochastic average gradients. Features that are active on the same tokens are merged during the
 * fit.
 */
public final class MeanFit {
  /** How far the objective of a small corpus may be above its minimum, relative to it. */
  private static final double TOLERANCE = 3e-4;

  /**
   * How far the objective of a large corpus may be above its minimum, relative to it. On all of
   * CoNLL-2000 the last fit takes 22 passes instead of 42, with the same F1 and log-loss
   * (experiments/docs/training-speed.md).
   */
  private static final double LARGE_TOLERANCE = 1e-3;

  /** Size up to which a corpus is small (tokens). Beyond it the tolerance grows with the size. */
  private static final double SMALL_CORPUS = 60_000;

  /** Prior precision that holds transitions at zero. */
  private static final double NO_TRANSITIONS = 1e12;

  private final MergedFeatures features;
  private final double transitionVariance;
  private final LinearChain chain;
  private final long seed;

  /**
   * Prepares a fit: merges the features.
   *
   * @param rows the training sentences; not modified
   * @param kernel prior variances of the features
   * @param transitionVariance prior variance of the transition scores; 0 if there are none
   * @param seed order of the sentences
   */
  MeanFit(LabeledRows rows, AdditiveLinearKernel kernel, double transitionVariance, long seed) {
    this.features = new MergedFeatures(rows, kernel);
    this.transitionVariance = transitionVariance;
    this.chain = rows.chain();
    this.seed = seed;
  }

  /** Returns the features that are fitted: those that are active on the same tokens are merged. */
  public MergedFeatures features() {
    return features;
  }

  /**
   * The means that a fit has reached.
   *
   * @param weights weights of the merged features, {@code [merged×V]}; shared, not to be modified
   * @param transitions transition scores, {@code [V×V]}; shared, not to be modified
   * @param value value of the objective
   * @param reason why the fit stopped; null as long as it goes on
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
     * @param here returns the means that the fit has reached; to be called at once or never
     */
    void onStep(int step, double value, Supplier<Fitted> here);
  }

  /**
   * The MAP estimate. A feature that no training token has gets the weight 0, its prior mean.
   *
   * @param rows the training sentences; not modified
   * @param groupOfFeature the feature group of each column, {@code [D]}; kept
   * @throws LearningException if the objective is not a finite number
   */
  public static Mean mostProbable(
      LabeledRows rows, int[] groupOfFeature, Prior prior, Optimization optimization, long seed) {
    MeanFit fit = new MeanFit(rows, prior.kernel(groupOfFeature), prior.transitionVariance(), seed);
    Fitted best = fit.plugIn(null, optimization.iterations(), (step, value, here) -> {});

    float[] weights = fit.weights(best);
    double[] wide = new double[weights.length];
    Arrays.setAll(wide, i -> weights[i]);
    return new Mean(() -> wide, best.transitions());
  }

  /**
   * The MAP estimate.
   *
   * @param start of the original features; null for zeros
   * @param passes maximum number of passes over the sentences
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
            estimate ->
                listener.onStep(
                    ++pass[0],
                    estimate.objective(),
                    () -> fitted(optimizer, estimate.objective(), null)));
    // With many labels they are larger than the weights, which are copied now.
    optimizer.giveBackGradients();
    double value = optimizer.objective();
    if (!Double.isFinite(value)) {
      throw notFinite("mean");
    }
    return fitted(
        optimizer,
        value,
        last.isWithin(tolerance) ? StopReason.SMALL_GRADIENT : StopReason.ITERATION_LIMIT);
  }

  /** Returns how far the objective may be above its minimum, relative to it. */
  private static double tolerance(int tokens) {
    double grown = TOLERANCE * Math.max(1, tokens / SMALL_CORPUS);
    return Math.min(LARGE_TOLERANCE, grown);
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

  /** Of the merged features and the transitions. */
  private Precision precision() {
    double[] scale = features.scale();
    double[] precisions = new double[scale.length];
    for (int c = 0; c < scale.length; c++) {
      precisions[c] = 1 / (scale[c] * scale[c]);
      // The sum of many large variances overflows.
      if (precisions[c] == 0) {
        throw notFinite("mean");
      }
    }
    return new Precision(
        precisions, transitionVariance > 0 ? 1 / transitionVariance : NO_TRANSITIONS);
  }

  private Fitted fitted(AverageGradients optimizer, double value, StopReason reason) {
    double[] own = optimizer.shared();
    return new Fitted(
        optimizer.weights(),
        chain.transitions(transitionVariance > 0 ? own.clone() : new double[own.length]),
        value,
        reason);
  }

  /** Returns the failure of a fit whose objective is not a finite number. */
  public static LearningException notFinite(String phase) {
    return new LearningException(
        "the objective is not a finite number in phase '" + phase + "'; try a smaller variance");
  }

  /** The weights of the original features, {@code [D×V]}; a new array. */
  public float[] weights(Fitted fitted) {
    return features.expand(fitted.weights());
  }
}
