package org.gpchain.training.hyper;

import java.util.Arrays;
import org.gpchain.core.kernel.Prior;

/**
 * Vectors of log prior variances θ, {@code [G+1]}: of the feature groups, then of the transitions.
 */
final class LogVariances {
  /** Smaller variances make no difference, larger ones no sense. */
  private static final double SMALLEST = -14;

  private static final double LARGEST = 9;

  private LogVariances() {}

  /** The vector of a prior; a new array. */
  static double[] of(Prior prior) {
    double[] theta = Arrays.copyOf(prior.groupVariance(), prior.groupCount() + 1);
    theta[prior.groupCount()] = prior.transitionVariance();
    return Arrays.stream(theta).map(Math::log).toArray();
  }

  /** The prior with these variances; not modified. */
  static Prior prior(double[] logVariances) {
    int groups = logVariances.length - 1;
    return new Prior(
        Arrays.stream(logVariances, 0, groups).map(Math::exp).toArray(),
        Math.exp(logVariances[groups]));
  }

  /**
   * Keeps variances in the range that makes sense.
   *
   * @param logVariances modified
   */
  static void restrict(double[] logVariances) {
    for (int g = 0; g < logVariances.length; g++) {
      logVariances[g] = Math.max(SMALLEST, Math.min(LARGEST, logVariances[g]));
    }
  }
}
