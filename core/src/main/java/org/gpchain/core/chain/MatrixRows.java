package org.gpchain.core.chain;

import java.util.Arrays;

/**
 * A square matrix whose rows are arrays of their own, for products with vectors.
 *
 * <p>The compiler turns a loop into vector instructions only if the loop reads all its arrays at
 * the same index. Rows inside one long array have different indices; separate rows do not. With 23
 * labels a product takes less than half the time. Four rows are added at a time, one after the
 * other, so that results equal those of the plain double loop bit for bit.
 *
 * <p>Not thread-safe.
 */
final class MatrixRows {
  private double[][] rows = {};

  /** Copies of four vectors, {@code [4][V]}. */
  private double[][] copies = {};

  private int size() {
    return rows.length;
  }

  /**
   * Sets the size. If it changes, all values become zero.
   *
   * @param size number of rows and columns V
   */
  void resize(int size) {
    if (rows.length != size) {
      rows = new double[size][size];
      copies = new double[4][size];
    }
  }

  /**
   * Sets all values.
   *
   * @param matrix {@code [V×V]}, row by row; not modified
   */
  void set(double[] matrix) {
    int v = size();
    for (int a = 0; a < v; a++) {
      System.arraycopy(matrix, a * v, rows[a], 0, v);
    }
  }

  /**
   * Sets all values to those of the transposed matrix.
   *
   * @param matrix {@code [V×V]}, row by row; not modified
   */
  void setTransposed(double[] matrix) {
    int v = size();
    for (int a = 0; a < v; a++) {
      double[] row = rows[a];
      for (int b = 0; b < v; b++) {
        row[b] = matrix[b * v + a];
      }
    }
  }

  /** Sets all values to zero. */
  void clear() {
    for (double[] row : rows) {
      Arrays.fill(row, 0);
    }
  }

  /**
   * Computes {@code out[b] = Σ_a left[start + a] · matrix[a, b]}.
   *
   * @param left vector, {@code [start, start + V)}; not modified
   * @param out {@code [V]}, may be longer; overwritten
   */
  void multiply(double[] left, int start, double[] out) {
    int v = size();
    Arrays.fill(out, 0, v, 0);
    int a = 0;
    for (; a + 3 < v; a += 4) {
      int i = start + a;
      addFour(
          left[i],
          rows[a],
          left[i + 1],
          rows[a + 1],
          left[i + 2],
          rows[a + 2],
          left[i + 3],
          rows[a + 3],
          v,
          out);
    }
    for (; a < v; a++) {
      addOne(left[start + a], rows[a], v, out);
    }
  }

  /**
   * Adds the outer products {@code left_t rightᵀ_t} of {@code count} pairs of vectors, which follow
   * each other in their arrays.
   *
   * @param left first vectors, {@code [count×V]} from {@code leftStart} on; not modified
   * @param right second vectors, {@code [count×V]} from {@code rightStart} on; not modified
   */
  void addOuterProducts(double[] left, int leftStart, double[] right, int rightStart, int count) {
    int v = size();
    int t = 0;
    for (; t + 3 < count; t += 4) {
      addFourOuterProducts(left, leftStart + t * v, right, rightStart + t * v);
    }
    for (; t < count; t++) {
      System.arraycopy(right, rightStart + t * v, copies[0], 0, v);
      for (int a = 0; a < v; a++) {
        addOne(left[leftStart + t * v + a], copies[0], v, rows[a]);
      }
    }
  }

  private void addFourOuterProducts(double[] left, int leftStart, double[] right, int rightStart) {
    int v = size();
    for (int k = 0; k < 4; k++) {
      System.arraycopy(right, rightStart + k * v, copies[k], 0, v);
    }
    for (int a = 0; a < v; a++) {
      int i = leftStart + a;
      addFour(
          left[i],
          copies[0],
          left[i + v],
          copies[1],
          left[i + 2 * v],
          copies[2],
          left[i + 3 * v],
          copies[3],
          v,
          rows[a]);
    }
  }

  /**
   * Writes the product of each value with the one of another matrix at the same place.
   *
   * @param factors {@code [V×V]}, row by row; not modified
   * @param out {@code [V×V]}, may be longer; overwritten
   */
  void timesEach(double[] factors, double[] out) {
    int v = size();
    for (int a = 0; a < v; a++) {
      System.arraycopy(rows[a], 0, out, a * v, v);
    }
    for (int i = 0; i < v * v; i++) {
      out[i] *= factors[i];
    }
  }

  private static void addOne(double factor, double[] x, int count, double[] sum) {
    for (int i = 0; i < count; i++) {
      sum[i] += factor * x[i];
    }
  }

  private static void addFour(
      double factor0,
      double[] x0,
      double factor1,
      double[] x1,
      double factor2,
      double[] x2,
      double factor3,
      double[] x3,
      int count,
      double[] sum) {
    for (int i = 0; i < count; i++) {
      sum[i] = sum[i] + factor0 * x0[i] + factor1 * x1[i] + factor2 * x2[i] + factor3 * x3[i];
    }
  }
}
