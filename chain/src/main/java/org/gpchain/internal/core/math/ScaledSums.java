package org.gpchain.internal.core.math;

/**
 * Sums and products of vectors. Each loop reads all of its arrays at the same loop index, which the
 * compiler can vectorize. Loops over several vectors take four at a time, so that the sum is loaded
 * and stored once for all four.
 *
 * <p>Vectors are passed as an array and a start index, because small objects around them would slow
 * down the innermost loops of training. That is why some methods have many parameters.
 */
public final class ScaledSums {
  private ScaledSums() {}

  /** Adds {@code a·x} to {@code sum}, for the first {@code count} numbers. */
  public static void add(double a, double[] x, int count, double[] sum) {
    for (int i = 0; i < count; i++) {
      sum[i] += a * x[i];
    }
  }

  /** Adds {@code a·x} to {@code sum} in single precision, for the first {@code count} numbers. */
  public static void add(float a, float[] x, int count, float[] sum) {
    for (int i = 0; i < count; i++) {
      sum[i] += a * x[i];
    }
  }

  /** Adds {@code a·x[from + i]} to {@code out[to + i]} for {@code i < count}. */
  public static void add(double a, double[] x, int from, int count, double[] out, int to) {
    for (int i = 0; i < count; i++) {
      out[to + i] += a * x[from + i];
    }
  }

  /**
   * Adds {@code a·x[from + i]} to {@code out[to + i]} for {@code i < count}, in single precision.
   */
  public static void add(float a, float[] x, int from, int count, float[] out, int to) {
    for (int i = 0; i < count; i++) {
      out[to + i] += a * x[from + i];
    }
  }

  /**
   * Adds {@code Σ_r a_r x_r} over consecutive rows of a matrix, four rows at a time.
   *
   * @param a factors: that of row r is {@code a[aStart + r·stride]}; not modified
   * @param rows number of rows
   * @param x matrix: row r is {@code [xStart + r·width, xStart + (r+1)·width)}; not modified
   * @param width numbers in a row
   * @param out the sum is added to {@code [outStart, outStart + width)}
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

  /** Multiplies {@code count} numbers of {@code x}, from {@code start} on, by {@code a}. */
  public static void scale(double a, double[] x, int start, int count) {
    for (int i = start; i < start + count; i++) {
      x[i] *= a;
    }
  }

  /** Returns the dot product {@code Σ x[xFrom + i] · y[yFrom + i]} over {@code i < count}. */
  public static double product(double[] x, int xFrom, double[] y, int yFrom, int count) {
    // Four independent sums, so that an addition does not wait for the one before it.
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
