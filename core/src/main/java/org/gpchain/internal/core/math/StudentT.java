package org.gpchain.internal.core.math;

/** Student's t-distribution. */
public final class StudentT {
  private StudentT() {}

  /**
   * Probability that a t-distributed value lies in {@code [-t, t]} (Abramowitz and Stegun, 26.7.3
   * and 26.7.4).
   */
  public static double central(double t, int freedom) {
    double theta = Math.atan(t / Math.sqrt(freedom));
    double cos = Math.cos(theta);
    boolean odd = freedom % 2 == 1;
    double term = odd ? cos : 1;
    double sum = 0;
    for (int power = odd ? 1 : 0; power <= freedom - 2; power += 2) {
      sum += term;
      term *= cos * cos * (power + 1) / (power + 2);
    }
    double product = Math.sin(theta) * sum;
    return odd ? 2 / Math.PI * (theta + product) : product;
  }
}
