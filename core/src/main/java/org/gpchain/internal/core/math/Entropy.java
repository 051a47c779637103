package org.gpchain.internal.core.math;

/** Entropy of discrete distributions, in nats. */
public final class Entropy {
  private Entropy() {}

  /**
   * Returns −Σ p log p over a part of an array, with 0 log 0 = 0.
   *
   * @param p probabilities; not modified
   * @param from index of the first one
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
