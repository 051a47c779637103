package org.gpchain.internal.training.graybox;

import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.training.TrainerSettings.Run;

/**
 * Settings of the gray-box learner.
 *
 * @param posterior how q is held
 * @param transitionVariance prior variance of transition scores to begin with, positive: the bound
 *     needs transitions that can move
 * @param samples Monte-Carlo samples S of a sentence
 * @param method how the bound is maximised
 * @param schedule numbers of rounds and steps
 * @param run threads and seed
 */
public record GrayBoxSettings(
    Posterior posterior,
    double transitionVariance,
    int samples,
    Method method,
    Schedule schedule,
    Run run) {
  public GrayBoxSettings {
    Checks.positive("transition variance", transitionVariance);
    Checks.atLeast("samples", samples, 1);
    if (method == Method.NATURAL && posterior.components() > 1) {
      throw new IllegalArgumentException("natural gradients are for one Gaussian");
    }
  }

  /**
   * The form of q.
   *
   * @param inducing number of inducing points M; 0 for all tokens, the full Gaussian process
   * @param components number of Gaussians K in the mixture, each with diagonal covariances
   */
  public record Posterior(int inducing, int components) {
    public Posterior {
      Checks.atLeast("inducing", inducing, 0);
      Checks.atLeast("components", components, 1);
    }
  }

  /** A method to maximise the bound. */
  public enum Method {
    /** L-BFGS over unary, pairwise and hyper-parameters in turn, common random numbers. */
    BATCH,
    /**
     * L-BFGS over all means while the covariances of inducing values are held, then one
     * natural-gradient step on these covariances; for one Gaussian. The steps on unary functions
     * are those on all means; of pairwise ones 0 or not counts alone.
     */
    NATURAL,
    /** SAGA: gradients of single sentences, with the memory of the others. */
    SAGA
  }

  /**
   * Numbers of rounds and steps: those of unary and pairwise functions are L-BFGS steps for a batch
   * method, stochastic steps for the others.
   *
   * @param hyper steps of L-BFGS on the hyper-parameters in a round; 0 to keep them fixed
   * @param batchSize sentences of a stochastic step
   * @param freshNoise whether a stochastic step draws new noise for its sentences, or each sentence
   *     keeps its own
   */
  public record Schedule(
      int rounds, int unary, int pairwise, int hyper, int batchSize, boolean freshNoise) {
    public static final int PATHWISE_ROUNDS = 3;
    public static final int PATHWISE_STEPS = 30;

    /** For the batch method with the pathwise estimator. */
    public static final Schedule PATHWISE =
        new Schedule(PATHWISE_ROUNDS, PATHWISE_STEPS, PATHWISE_STEPS / 2, 5, 1, false);

    public Schedule {
      Checks.atLeast("rounds", rounds, 1);
      Checks.atLeast("unary", unary, 1);
      Checks.atLeast("pairwise", pairwise, 0);
      Checks.atLeast("hyper", hyper, 0);
      Checks.atLeast("batch size", batchSize, 1);
    }

    /** Steps in a phase of a round: 0 unary, 1 pairwise, 2 hyper-parameters. */
    int steps(int phase) {
      return List.of(unary, pairwise, hyper).get(phase);
    }

    /** Steps before a phase of a round, both from 0. */
    int stepsBefore(int round, int phase) {
      return round * (unary + pairwise + hyper) + IntStream.range(0, phase).map(this::steps).sum();
    }
  }
}
