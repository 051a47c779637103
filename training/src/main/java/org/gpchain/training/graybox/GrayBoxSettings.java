package org.gpchain.training.graybox;

import java.util.Arrays;
import org.gpchain.core.kernel.AdditiveLinearKernel;
import org.gpchain.core.kernel.Prior;
import org.gpchain.core.math.Checks;
import org.gpchain.training.TrainerSettings.Run;
import org.gpchain.training.objective.ParameterLayout.CovarianceForm;
import org.gpchain.training.objective.ScoreFunction.ControlVariate;

/**
 * Settings of the gray-box learner.
 *
 * @param posterior how q is held
 * @param prior initial variances, of each feature group or one for all of them: those of {@link
 *     #linearKernel}; a kernel that is given has its own
 * @param estimation how expectations are estimated
 * @param method how the bound is maximised
 * @param schedule numbers of rounds and steps
 * @param stopping when to stop before the schedule is done
 * @param run threads and seed
 */
public record GrayBoxSettings(
    Posterior posterior,
    Prior prior,
    Estimation estimation,
    Method method,
    Schedule schedule,
    Stopping stopping,
    Run run) {
  /** Checks the prior: the bound needs transitions that can move. */
  public GrayBoxSettings {
    Checks.atLeast("number of variances", prior.groupCount(), 1);
    Checks.positive("transition variance", prior.transitionVariance());
  }

  /**
   * The additive linear kernel with these variances.
   *
   * @param groupOfFeature the feature group of each column, {@code [D]}; kept
   * @throws IllegalArgumentException if there are neither one nor as many variances as groups
   */
  public AdditiveLinearKernel linearKernel(int[] groupOfFeature) {
    int groups = Arrays.stream(groupOfFeature).max().orElse(0) + 1;
    if (prior.groupCount() > 1) {
      Checks.length("variances", prior.groupCount(), groups, "[feature groups]");
      return prior.kernel(groupOfFeature);
    }
    double[] variance = new double[groups];
    Arrays.fill(variance, prior.groupVariance()[0]);
    return new AdditiveLinearKernel(groupOfFeature, variance);
  }

  /**
   * The form of q.
   *
   * @param inducing number of inducing points M; 0 for all tokens, the full Gaussian process
   * @param components number of Gaussians K in the mixture
   * @param unary form of the covariance of each label's inducing values
   * @param pairwise form of the covariance of transition scores
   */
  public record Posterior(
      int inducing, int components, CovarianceForm unary, CovarianceForm pairwise) {
    /** Checks the numbers. */
    public Posterior {
      Checks.atLeast("inducing", inducing, 0);
      Checks.atLeast("components", components, 1);
    }
  }

  /** Which estimator. */
  public enum Estimator {
    /** Pathwise if the likelihood knows its gradient, otherwise the score function. */
    AUTO,
    /** Gradients of the likelihood. */
    PATHWISE,
    /** Values of the likelihood. */
    SCORE_FUNCTION
  }

  /**
   * The estimation of expectations.
   *
   * @param estimator which estimator
   * @param samples Monte-Carlo samples S of a sentence
   * @param controlVariate of the score function
   * @param antithetic whether the score function's samples come in pairs
   */
  public record Estimation(
      Estimator estimator, int samples, ControlVariate controlVariate, boolean antithetic) {
    /** Checks the numbers. */
    public Estimation {
      Checks.atLeast("samples", samples, 1);
    }
  }

  /** A method to maximise the bound. */
  public enum Method {
    /** L-BFGS over unary, pairwise and hyper-parameters in turn, common random numbers. */
    BATCH,
    /** SAGA: gradients of single sentences, with the memory of the others. */
    SAGA,
    /** Plain stochastic gradients. */
    SGD,
    /** Adam. */
    ADAM
  }

  /**
   * Numbers of rounds and steps: those of unary and pairwise functions are L-BFGS steps for a batch
   * method, stochastic steps for the others.
   *
   * @param rounds outer rounds
   * @param unary steps on the unary functions in a round
   * @param pairwise steps on the pairwise functions in a round
   * @param hyper steps of L-BFGS on the hyper-parameters in a round; 0 to keep them fixed
   * @param batchSize sentences of a stochastic step
   * @param freshNoise whether a stochastic step draws new noise for its sentences, or each sentence
   *     keeps its own
   */
  public record Schedule(
      int rounds, int unary, int pairwise, int hyper, int batchSize, boolean freshNoise) {
    /** Rounds of {@link #PATHWISE}. */
    public static final int PATHWISE_ROUNDS = 3;

    /** Steps on the unary functions in a round of {@link #PATHWISE}. */
    public static final int PATHWISE_STEPS = 30;

    /** For the batch method with the pathwise estimator. */
    public static final Schedule PATHWISE =
        new Schedule(PATHWISE_ROUNDS, PATHWISE_STEPS, PATHWISE_STEPS / 2, 5, 1, false);

    /** Checks the numbers. */
    public Schedule {
      Checks.atLeast("rounds", rounds, 1);
      Checks.atLeast("unary", unary, 1);
      Checks.atLeast("pairwise", pairwise, 0);
      Checks.atLeast("hyper", hyper, 0);
      Checks.atLeast("batch size", batchSize, 1);
    }

    /** Steps of all rounds. */
    int steps() {
      return stepsBefore(rounds, 0);
    }

    /** Steps before a phase of a round: unary, pairwise, hyper-parameters; both from 0. */
    int stepsBefore(int round, int phase) {
      return round * (unary + pairwise + hyper)
          + (phase > 0 ? unary : 0)
          + (phase > 1 ? pairwise : 0);
    }

    /** This schedule with another number of rounds. */
    public Schedule withRounds(int number) {
      return new Schedule(number, unary, pairwise, hyper, batchSize, freshNoise);
    }

    /** This schedule with new noise at each step, or not. */
    public Schedule withFreshNoise(boolean fresh) {
      return new Schedule(rounds, unary, pairwise, hyper, batchSize, fresh);
    }

    /** This schedule with another number of steps on the hyper-parameters. */
    public Schedule withHyper(int steps) {
      return new Schedule(rounds, unary, pairwise, steps, batchSize, freshNoise);
    }
  }

  /**
   * When to stop before the schedule is done.
   *
   * @param seconds no phase begins after this time; 0 for no limit
   * @param heldOut share of the sentences, the last ones, that are held out of learning to measure
   *     their expected log-likelihood after each round; 0 for none
   * @param patience rounds without a gain on them after which learning ends; what was best is kept
   */
  public record Stopping(double seconds, double heldOut, int patience) {
    /** Never before the schedule is done. */
    public static final Stopping NEVER = new Stopping(0, 0, 1);

    /** Checks the numbers. */
    public Stopping {
      if (!(seconds >= 0) || !(heldOut >= 0 && heldOut < 1)) {
        throw new IllegalArgumentException(
            "seconds must not be negative and the share held out must lie in [0, 1), were "
                + seconds
                + " and "
                + heldOut);
      }
      Checks.atLeast("patience", patience, 1);
    }
  }
}
