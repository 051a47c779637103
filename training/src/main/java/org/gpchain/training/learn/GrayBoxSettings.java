package org.gpchain.training.learn;

import org.gpchain.core.math.Checks;
import org.gpchain.training.vi.ControlVariate;
import org.gpchain.training.vi.CovarianceForm;

/**
 * What the gray-box learner is told. Defaults stand in {@link #batch} and {@link #stochastic}.
 *
 * @param posterior how q is held
 * @param variance prior variance σ² of the linear kernel to begin with
 * @param pairwiseVariance prior variance σ_b² of transition scores to begin with
 * @param estimation how expectations are estimated
 * @param method how the bound is maximised
 * @param schedule how much is done of what
 * @param threads number of threads; the posterior does not depend on it
 * @param seed of all randomness
 */
public record GrayBoxSettings(
    Posterior posterior,
    double variance,
    double pairwiseVariance,
    Estimation estimation,
    Method method,
    Schedule schedule,
    int threads,
    long seed) {
  /** Checks the numbers. */
  public GrayBoxSettings {
    Checks.positive("variance", variance);
    Checks.positive("pairwise variance", pairwiseVariance);
    Checks.atLeast("threads", threads, 1);
  }

  /**
   * How q is held.
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
   * How expectations are estimated.
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

  /** How the bound is maximised. */
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
   * How much is done of what, for a batch method in iterations of L-BFGS, for a stochastic one in
   * epochs.
   *
   * @param rounds outer rounds
   * @param unary of the unary functions in a round
   * @param pairwise of the pairwise functions in a round
   * @param hyper iterations of L-BFGS on the variances in a round; 0 to leave them as they are
   * @param batchSize sentences of a stochastic step
   * @param freshNoise whether a stochastic step draws new noise for its sentences, or each sentence
   *     keeps its own
   */
  public record Schedule(
      int rounds, int unary, int pairwise, int hyper, int batchSize, boolean freshNoise) {
    /** Checks the numbers. */
    public Schedule {
      Checks.atLeast("rounds", rounds, 1);
      Checks.atLeast("unary", unary, 0);
      Checks.atLeast("pairwise", pairwise, 0);
      Checks.atLeast("hyper", hyper, 0);
      Checks.atLeast("batch size", batchSize, 1);
    }
  }
}
