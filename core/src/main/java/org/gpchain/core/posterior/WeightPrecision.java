package org.gpchain.core.posterior;

import org.gpchain.core.math.Checks;

/**
 * How precisely a posterior knows its means: the diagonal of its precision, which is that of the
 * prior and the curvature of the log-likelihood at the means (Laplace's approximation). A model
 * that has it can go on learning where it stopped. Arrays are kept, not copied.
 *
 * @param weights of each weight, {@code [D×V]} row-major, not negative
 * @param transitions of each transition score, {@code [V×V]}, not negative
 */
public record WeightPrecision(float[] weights, double[] transitions) {
  /** Checks the numbers. */
  public WeightPrecision {
    for (float one : weights) {
      check(one);
    }
    for (double one : transitions) {
      check(one);
    }
  }

  private static void check(double one) {
    if (!(one >= 0 && one < Double.POSITIVE_INFINITY)) {
      Checks.notNegative("precision", one);
      throw new IllegalArgumentException("a precision must be finite, was " + one);
    }
  }
}
