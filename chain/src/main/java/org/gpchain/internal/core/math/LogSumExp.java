package org.gpchain.internal.core.math;

/** The function {@code log Σ exp(x)}, computed without overflow. */
public final class LogSumExp {
  private LogSumExp() {}

  /**
   * Returns {@code log Σ exp(x[i])} over {@code i} in {@code [from, to)}. The result is negative
   * infinity if the range is empty or all its numbers are negative infinity.
   *
   * @param x not modified
   */
  public static double of(double[] x, int from, int to) {
    double max = Double.NEGATIVE_INFINITY;
    for (int i = from; i < to; i++) {
      max = Math.max(max, x[i]);
    }
    if (max == Double.NEGATIVE_INFINITY || max == Double.POSITIVE_INFINITY) {
      return max;
    }

    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += Math.exp(x[i] - max);
    }
    return max + Math.log(sum);
  }
}
