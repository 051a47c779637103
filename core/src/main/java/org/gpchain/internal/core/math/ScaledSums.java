package org.gpchain.internal.core.math;

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

  /** The same of single precision. */
  public static void add(float a, float[] x, int count, float[] sum) {
    for (int i = 0; i < count; i++) {
      sum[i] += a * x[i];
    }
  }

  /** {@code out += a·x}, for {@code count} numbers of both from their starts on. */
  public static void add(double a, double[] x, int from, int count, double[] out, int to) {
    for (int i = 0; i < count; i++) {
      out[to + i] += a * x[from + i];
    }
  }

  /** The same of single precision. */
  public static void add(float a, float[] x, int from, int count, float[] out, int to) {
    for (int i = 0; i < count; i++) {
      out[to + i] += a * x[from + i];
    }
  }

  /**
   * {@code out += Σ_r a_r x_r} over some rows of a matrix, four at a time.
   *
   * @param a factors: the first at {@code aStart}, the others {@code stride} apart; not modified
   * @param x rows of {@code width} numbers, one after the other from {@code xStart} on; not
   *     modified
   * @param out the sum is added to {@code out[outStart … outStart + width)}
   */
  public static void addRows(
      double[] a,
      int aStart,
      int stride,
      int rows,
      double[] x,
      int xStart,
      int width,
      double[] out,
      int outStart) {
    int r = 0;
    for (; r + 3 < rows; r += 4) {
      addFourRows(a, aStart + r * stride, stride, x, xStart + r * width, width, out, outStart);
    }
    for (; r < rows; r++) {
      add(a[aStart + r * stride], x, xStart + r * width, width, out, outStart);
    }
  }

  private static void addFourRows(
      double[] a,
      int from,
      int stride,
      double[] x,
      int row,
      int width,
      double[] out,
      int outStart) {
    double first = a[from];
    double second = a[from + stride];
    double third = a[from + 2 * stride];
    double fourth = a[from + 3 * stride];
    int b = row + width;
    int c = b + width;
    int d = c + width;
    for (int i = 0; i < width; i++) {
      out[outStart + i] +=
          (first * x[row + i] + second * x[b + i]) + (third * x[c + i] + fourth * x[d + i]);
    }
  }

  /** {@code x *= a}, for {@code count} numbers from the start on. */
  public static void scale(double a, double[] x, int start, int count) {
    for (int i = start; i < start + count; i++) {
      x[i] *= a;
    }
  }

  /** The product {@code x·y} of {@code count} numbers of both from their starts on. */
  public static double product(double[] x, int xFrom, double[] y, int yFrom, int count) {
    // Four sums at a time, so that additions need not wait for each other.
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i + 3 < count; i += 4) {
      a += x[xFrom + i] * y[yFrom + i];
      b += x[xFrom + i + 1] * y[yFrom + i + 1];
      c += x[xFrom + i + 2] * y[yFrom + i + 2];
      d += x[xFrom + i + 3] * y[yFrom + i + 3];
    }
    for (; i < count; i++) {
      a += x[xFrom + i] * y[yFrom + i];
    }
    return (a + b) + (c + d);
  }
}
