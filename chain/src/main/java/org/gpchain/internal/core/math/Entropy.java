package org.gpchain.internal.core.math;

/** The entropy of discrete distributions, in nats. */
public final class Entropy {
  private Entropy() {}

  /**
   * Returns {@code −Σ p log p} over part of an array, with {@code 0 log 0 = 0}.
   *
   * @param p probabilities; not modified
   * @param from index of the first probability
   * @param count number of probabilities
   */
  public static double of(double[] p, int from, int count) {
    double sum = 0;
    for (int i = from; i < from + count; i++) {
      if (p[i] != 0) {
        sum -= p[i] * Math.log(p[i]);
      }
    }
    return sum;
  }
}
