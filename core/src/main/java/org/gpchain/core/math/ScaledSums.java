package org.gpchain.core.math;

/**
 * Sums of scaled vectors. In each loop all arrays are read at the same index, the only form that
 * the compiler vectorises; four vectors at a time load and store the sum once.
 */
public final class ScaledSums {
  private ScaledSums() {}

  /** {@code sum += a·x}, for the first {@code count} numbers. */
  public static void add(double a, double[] x, int count, double[] sum) {
    for (int i = 0; i < count; i++) {
      sum[i] += a * x[i];
    }
  }

  /** {@code sum += a·x + b·y + c·z + d·w}, for the first {@code count} numbers. */
  public static void addFour(
      double a,
      double[] x,
      double b,
      double[] y,
      double c,
      double[] z,
      double d,
      double[] w,
      int count,
      double[] sum) {
    for (int i = 0; i < count; i++) {
      sum[i] += (a * x[i] + b * y[i]) + (c * z[i] + d * w[i]);
    }
  }
}
