package org.gpchain.experiments.activelearning;

import java.util.List;
import org.gpchain.experiments.lab.MeanSd;

/**
 * The results of a model that was trained on the sentences chosen by a strategy.
 *
 * @param strategy name of the strategy
 * @param seed seed of the first sentences
 * @param size requested number of annotated tokens
 * @param tokens number of annotated tokens
 * @param sentences number of annotated sentences
 * @param f1 F1 on the test corpus
 * @param seconds elapsed time of choosing the last batch and training (seconds)
 */
record ActiveRow(
    String strategy,
    long seed,
    int size,
    double tokens,
    double sentences,
    double f1,
    double seconds) {
  /** Returns the mean of rows with the same strategy and size. */
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
   * Returns the number of tokens at which a curve first reaches an F1, interpolated linearly in the
   * logarithm of tokens, or NaN if it never does.
   *
   * @param curve rows in ascending order of tokens
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
