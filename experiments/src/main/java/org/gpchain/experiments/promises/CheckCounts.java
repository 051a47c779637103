package org.gpchain.experiments.promises;

import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.gpchain.core.promise.Promise;
import org.gpchain.core.promise.PromiseCheck.Level;

/**
 * Shares of texts in which an error guarantee is broken, and in which its check says so.
 *
 * @param errors mean share of wrong segments
 * @param broken share of texts with more errors than guaranteed
 * @param significantlyBroken share of texts with significantly more errors
 * @param doubtful share of texts for which the guarantee is doubtful or withdrawn
 * @param withdrawn share of texts for which the guarantee is withdrawn
 * @param missed share of texts in which it is broken, but neither doubtful nor withdrawn
 * @param falseAlarms share of texts in which it is kept, but doubtful or withdrawn
 */
record CheckCounts(
    double errors,
    double broken,
    double significantlyBroken,
    double doubtful,
    double withdrawn,
    double missed,
    double falseAlarms) {
  /** Significance level of the test for more errors than guaranteed. */
  private static final double SIGNIFICANT = 0.05;

  static final CheckCounts NONE = new CheckCounts(0, 0, 0, 0, 0, 0, 0);

  /**
   * Returns the result for one text.
   *
   * @param promise the guarantee
   * @param predicted number of predicted segments
   * @param wrong number of wrong segments among them
   * @param level result of the check
   */
  static CheckCounts of(Promise promise, int predicted, int wrong, Level level) {
    double errors = predicted == 0 ? 0 : (double) wrong / predicted;
    boolean isBroken = !promise.isKeptBy(errors);
    boolean isDoubtful = level == Level.DOUBTFUL || level == Level.WITHDRAWN;
    return new CheckCounts(
        errors,
        share(isBroken),
        share(isBroken && isSignificant(promise, predicted, wrong)),
        share(isDoubtful),
        share(level == Level.WITHDRAWN),
        share(isBroken && !isDoubtful),
        share(!isBroken && isDoubtful));
  }

  private static double share(boolean condition) {
    return condition ? 1 : 0;
  }

  private static boolean isSignificant(Promise promise, int predicted, int wrong) {
    BinomialDistribution errors = BinomialDistribution.of(predicted, promise.share());
    return errors.survivalProbability(wrong - 1) < SIGNIFICANT;
  }

  /** Adds a weighted result: returns this plus {@code weight} times the other. */
  CheckCounts plus(CheckCounts other, double weight) {
    return new CheckCounts(
        errors + weight * other.errors,
        broken + weight * other.broken,
        significantlyBroken + weight * other.significantlyBroken,
        doubtful + weight * other.doubtful,
        withdrawn + weight * other.withdrawn,
        missed + weight * other.missed,
        falseAlarms + weight * other.falseAlarms);
  }
}
