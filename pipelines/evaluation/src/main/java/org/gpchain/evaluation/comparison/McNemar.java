package org.gpchain.evaluation.comparison;

import java.util.stream.IntStream;

/**
 * McNemar's exact test (1947): whether two labellers get equally many sentences entirely right.
 * Only sentences count that one of them gets right and the other one does not; if the labellers are
 * equally good, each of these is as likely to be one's as the other's.
 *
 * @param onlyFirst number of sentences of which only the first labeller finds exactly the gold
 *     segments
 * @param onlySecond the same of the second one
 * @param p probability of a split at least as uneven as this, by chance; 1 if there are none
 */
public record McNemar(int onlyFirst, int onlySecond, double p) {
  static McNemar of(ComparedText text) {
    int[] only = new int[2];
    for (int n = 0; n < text.first().size(); n++) {
      boolean first = text.first().get(n).isRight();
      boolean second = text.second().get(n).isRight();
      if (first != second) {
        only[first ? 0 : 1]++;
      }
    }
    return of(only[0], only[1]);
  }

  static McNemar of(int onlyFirst, int onlySecond) {
    return new McNemar(
        onlyFirst,
        onlySecond,
        Math.min(1, 2 * tail(Math.min(onlyFirst, onlySecond), onlyFirst + onlySecond)));
  }

  /** P(X ≤ k) for X ~ Binomial(n, 1/2), by ratios of neighbouring terms from the largest down. */
  private static double tail(int k, int n) {
    double logLargest =
        -n * Math.log(2)
            + IntStream.rangeClosed(1, k)
                .mapToDouble(i -> Math.log((n - k + i) / (double) i))
                .sum();
    double sum = 1;
    double term = 1;
    for (int i = k; i > 0 && term > 1e-18 * sum; i--) {
      term *= i / (n - i + 1.0);
      sum += term;
    }
    return Math.exp(logLargest) * sum;
  }
}
