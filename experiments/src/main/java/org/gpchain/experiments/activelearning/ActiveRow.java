package org.gpchain.experiments.activelearning;

import java.util.List;
import org.gpchain.experiments.lab.MeanSd;

/**
 * A model that was learned from what a strategy has had annotated.
 *
 * @param seed of the first sentences
 * @param size number of tokens that were asked for
 * @param seconds of choosing what was annotated last, and learning
 */
record ActiveRow(
    String strategy,
    long seed,
    int size,
    double tokens,
    double sentences,
    double f1,
    double seconds) {
  /** The mean of rows of the same strategy and size. */
  static ActiveRow mean(List<ActiveRow> rows) {
    ActiveRow first = rows.get(0);
    return new ActiveRow(
        first.strategy,
        first.seed,
        first.size,
        MeanSd.of(rows, ActiveRow::tokens).mean(),
        MeanSd.of(rows, ActiveRow::sentences).mean(),
        MeanSd.of(rows, ActiveRow::f1).mean(),
        MeanSd.of(rows, ActiveRow::seconds).mean());
  }

  /**
   * The number of tokens at which a curve first reaches an F1, between two points in proportion to
   * the logarithm of tokens; NaN if it never does.
   *
   * @param curve rows by ascending tokens
   */
  static double tokensFor(double f1, List<ActiveRow> curve) {
    for (int i = 0; i < curve.size(); i++) {
      ActiveRow here = curve.get(i);
      if (here.f1 >= f1) {
        if (i == 0) {
          return here.tokens;
        }
        ActiveRow before = curve.get(i - 1);
        double share = (f1 - before.f1) / (here.f1 - before.f1);
        return before.tokens * Math.pow(here.tokens / before.tokens, share);
      }
    }
    return Double.NaN;
  }
}
