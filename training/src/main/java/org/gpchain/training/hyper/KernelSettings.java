package org.gpchain.training.hyper;

import org.gpchain.core.math.Checks;

/**
 * How variances are learned. The defaults stand in {@link #of}.
 *
 * @param folds number of folds
 * @param tokens of training sentences that a round may go through: of a large corpus only some of
 *     the folds are held out, one at least, and of a larger one only every k-th sentence is used
 * @param evidenceRounds rounds of the diagonal evidence, which says how the groups compare before
 *     anything is held out; 0: they are taken for equal
 * @param rounds steps of the variances
 * @param meanSteps L-BFGS steps a round at most, from where the last round ended
 * @param adjointSteps conjugate-gradient steps a round at most
 * @param variance of all groups to begin with
 * @param pairwiseVariance of the transitions to begin with
 * @param spread standard deviation of the prior on the groups' log variances around those of the
 *     evidence times a common factor: smaller shrinks them to these
 * @param pairwiseSpread standard deviation of the prior on the transitions' log variance around 0
 * @param criterion what is to be likely
 * @param threads number of threads; the result does not depend on it
 * @param seed of all randomness
 */
public record KernelSettings(
    int folds,
    int tokens,
    int evidenceRounds,
    int rounds,
    int meanSteps,
    int adjointSteps,
    double variance,
    double pairwiseVariance,
    double spread,
    double pairwiseSpread,
    Criterion criterion,
    int threads,
    long seed) {
  /** What is to be likely. */
  public enum Criterion {
    /** The labels of a whole sentence together. */
    SENTENCES,
    /** Each token's label by itself: honest marginal probabilities. */
    TOKENS
  }

  /** Checks the numbers. */
  public KernelSettings {
    Checks.atLeast("folds", folds, 2);
    Checks.atLeast("tokens", tokens, 1);
    Checks.atLeast("evidenceRounds", evidenceRounds, 0);
    Checks.atLeast("rounds", rounds, 1);
    Checks.atLeast("meanSteps", meanSteps, 1);
    Checks.atLeast("adjointSteps", adjointSteps, 1);
    Checks.positive("variance", variance);
    Checks.positive("pairwise variance", pairwiseVariance);
    Checks.positive("spread", spread);
    Checks.positive("pairwise spread", pairwiseSpread);
    Checks.atLeast("threads", threads, 1);
  }

  /** The defaults. */
  public static KernelSettings of(int threads, long seed) {
    return new KernelSettings(
        5, 100_000, 4, 16, 15, 12, 1, 1, 0.5, 3, Criterion.TOKENS, threads, seed);
  }

  /** These settings with another number of rounds. */
  public KernelSettings withRounds(int value) {
    return new KernelSettings(
        folds,
        tokens,
        evidenceRounds,
        value,
        meanSteps,
        adjointSteps,
        variance,
        pairwiseVariance,
        spread,
        pairwiseSpread,
        criterion,
        threads,
        seed);
  }

  /** These settings with other variances to begin with. */
  public KernelSettings withVariances(double unary, double pairwise) {
    return new KernelSettings(
        folds,
        tokens,
        evidenceRounds,
        rounds,
        meanSteps,
        adjointSteps,
        unary,
        pairwise,
        spread,
        pairwiseSpread,
        criterion,
        threads,
        seed);
  }
}
