package org.gpchain.internal.training.graybox;

import java.util.List;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.training.TrainerSettings.Run;

/**
 * Settings of the gray-box learner.
 *
 * @param posterior the form of q
 * @param transitionVariance initial prior variance of the transition scores; positive, because the
 *     bound needs transition scores that can move
 * @param samples number of Monte-Carlo samples S of a sentence
 * @param method how the bound is maximized
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
  /** Checks the ranges, and that the method can learn the form of the posterior. */
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
    /** Checks the ranges. */
    public Posterior {
      Checks.atLeast("inducing", inducing, 0);
      Checks.atLeast("components", components, 1);
    }
  }

  /** A method to maximize the bound. */
  public enum Method {
    /** L-BFGS over unary, pairwise and hyper-parameters in turn, common random numbers. */
    BATCH,
    /**
     * L-BFGS over all means while the covariances of inducing values are held, then one
     * natural-gradient step on these covariances; only for one Gaussian. The number of steps on
     * unary functions applies to all means; that on pairwise functions only says whether the means
     * of transition scores move (0: they don't).
     */
    NATURAL,
    /** SAGA: gradients of single sentences, with the memory of the others. */
    SAGA
  }

  /**
   * Numbers of steps in one round. Steps on unary and pairwise functions are L-BFGS steps for a
   * batch method and stochastic steps for the others; steps on hyper-parameters are always L-BFGS
   * steps.
   *
   * @param unary number of steps on unary functions; at least 1
   * @param pairwise number of steps on pairwise functions; 0 to keep them fixed
   * @param hyper number of steps on hyper-parameters; 0 to keep them fixed
   */
  public record RoundSteps(int unary, int pairwise, int hyper) {
    /** Checks the ranges. */
    public RoundSteps {
      Checks.atLeast("unary", unary, 1);
      Checks.atLeast("pairwise", pairwise, 0);
      Checks.atLeast("hyper", hyper, 0);
    }

    /** Returns the number of steps in a phase: 0 unary, 1 pairwise, 2 hyper-parameters. */
    int of(int phase) {
      return List.of(unary, pairwise, hyper).get(phase);
    }
  }

  /**
   * A schedule of rounds, each with a phase for unary functions, pairwise functions and
   * hyper-parameters.
   *
   * @param rounds number of rounds
   * @param steps numbers of steps in each round
   * @param batchSize number of sentences of a stochastic step
   * @param freshNoise whether each stochastic step draws new noise for its sentences; if false,
   *     each sentence keeps its noise
   */
  public record Schedule(int rounds, RoundSteps steps, int batchSize, boolean freshNoise) {
    /** Default number of rounds with the pathwise estimator. */
    public static final int PATHWISE_ROUNDS = 3;

    /** Default number of steps on unary functions in a round with the pathwise estimator. */
    public static final int PATHWISE_STEPS = 30;

    /** Schedule of the batch method with the pathwise estimator. */
    public static final Schedule PATHWISE =
        new Schedule(
            PATHWISE_ROUNDS, new RoundSteps(PATHWISE_STEPS, PATHWISE_STEPS / 2, 5), 1, false);

    /** Checks the ranges. */
    public Schedule {
      Checks.atLeast("rounds", rounds, 1);
      Checks.atLeast("batch size", batchSize, 1);
    }

    /** Returns the number of steps before a phase of a round, both counted from 0. */
    int stepsBefore(int round, int phase) {
      int before = round * (steps.unary() + steps.pairwise() + steps.hyper());
      for (int earlier = 0; earlier < phase; earlier++) {
        before += steps.of(earlier);
      }
      return before;
    }
  }
}
