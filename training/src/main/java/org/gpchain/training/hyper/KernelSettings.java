package org.gpchain.training.hyper;

import org.gpchain.core.math.Checks;

/**
 * How variances are learned. The defaults stand in {@link #of}.
 *
 * @param folds number of folds; each is held out once
 * @param rounds steps of the variances
 * @param meanSteps L-BFGS steps a round at most, from where the last round ended
 * @param adjointSteps conjugate-gradient steps a round at most
 * @param variance of all groups to begin with
 * @param pairwiseVariance of the transitions to begin with
 * @param spread standard deviation of the prior on the groups' log variances around their mean:
 *     smaller shrinks them to a common one
 * @param threads number of threads; the result does not depend on it
 * @param seed of all randomness
 */
public record KernelSettings(
    int folds,
    int rounds,
    int meanSteps,
    int adjointSteps,
    double variance,
    double pairwiseVariance,
    double spread,
    double pairwiseSpread,
    boolean tokens,
    int threads,
    long seed) {
  /** Checks the numbers. */
  public KernelSettings {
    Checks.atLeast("folds", folds, 2);
    Checks.atLeast("rounds", rounds, 1);
    Checks.atLeast("meanSteps", meanSteps, 1);
    Checks.atLeast("adjointSteps", adjointSteps, 1);
    Checks.positive("variance", variance);
    Checks.positive("pairwise variance", pairwiseVariance);
    Checks.positive("spread", spread);
    Checks.atLeast("threads", threads, 1);
  }

  /** The defaults. */
  public static KernelSettings of(int threads, long seed) {
    return new KernelSettings(5, 16, 40, 25, 1, 1, 2, 3, true, threads, seed);
  }
}
