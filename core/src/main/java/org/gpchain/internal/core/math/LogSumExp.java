package org.gpchain.internal.core.math;

/** {@code log Σ exp(x)}, without overflow. */
public final class LogSumExp {
  private LogSumExp() {}

  /**
   * Returns {@code log Σ exp(x[i])} for {@code i} in {@code [from, to)}; negative infinity for an
   * empty range or when every term is negative infinity. {@code x} is not modified.
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
