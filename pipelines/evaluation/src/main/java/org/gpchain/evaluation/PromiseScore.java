package org.gpchain.evaluation;

import org.gpchain.core.predict.Promise;

/**
 * Whether a promise was kept.
 *
 * @param promise what was promised
 * @param observed the share of the written segments that are wrong, or of the gold segments that
 *     were found, as segments or as alternatives; nothing wrong and all found if there is none
 * @param kept whether that is what was promised
 */
public record PromiseScore(Promise promise, double observed, boolean kept) {
  /**
   * Compares a promise with what was found.
   *
   * @param score of the segments that were written
   * @param found number of gold segments that were found
   */
  static PromiseScore of(Promise promise, SegmentScore score, long found) {
    double observed =
        promise.kind() == Promise.Kind.MAX_ERROR
            ? 1 - share(score.correct(), score.predicted())
            : share(found, score.gold());
    return new PromiseScore(promise, observed, promise.isKeptBy(observed));
  }

  private static double share(long part, long all) {
    return all == 0 ? 1 : (double) part / all;
  }
}
