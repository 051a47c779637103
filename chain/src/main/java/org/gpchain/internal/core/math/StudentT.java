package org.gpchain.internal.core.math;

/** Student's t-distribution. */
public final class StudentT {
  private StudentT() {}

  /**
   * Returns the probability that a t-distributed value lies in {@code [-t, t]} (Abramowitz and
   * Stegun, 26.7.3 and 26.7.4).
   *
   * @param freedom degrees of freedom, at least 1
   */
  public static double central(double t, int freedom) {
    double theta = Math.atan(t / Math.sqrt(freedom));
    double cos = Math.cos(theta);
    boolean isOdd = freedom % 2 == 1;

    double term = 1;
    int firstPower = 0;
    if (isOdd) {
      term = cos;
      firstPower = 1;
    }
    double sum = 0;
    for (int power = firstPower; power <= freedom - 2; power += 2) {
      sum += term;
      term *= cos * cos * (power + 1) / (power + 2);
    }

    double product = Math.sin(theta) * sum;
    if (isOdd) {
      return 2 / Math.PI * (theta + product);
    }
    return product;
  }
}
