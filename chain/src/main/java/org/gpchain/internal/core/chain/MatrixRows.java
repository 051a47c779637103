package org.gpchain.internal.core.chain;

import java.util.Arrays;
import org.gpchain.internal.core.math.ScaledSums;

/**
 * A square matrix that is stored as one array per row, for fast products with vectors.
 *
 * <p>The compiler uses vector instructions for a loop only if the loop reads all of its arrays at
 * the same index. That holds for separate row arrays, but not for rows inside one long array. Loops
 * add four rows at a time, in the order of the rows, so each sum has the same bits as the sum of a
 * loop over single rows.
 *
 * <p>Not thread-safe.
 */
final class MatrixRows {
  private double[][] rows = {};

  /** Scratch copies of the right-hand vectors of four outer products, {@code [4][V]}. */
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
   * Sets all values to the transpose of a matrix.
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
      addFour(left, start + a, 1, rows, a, out);
    }
    for (; a < v; a++) {
      ScaledSums.add(left[start + a], rows[a], v, out);
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
        ScaledSums.add(left[leftStart + t * v + a], copies[0], v, rows[a]);
      }
    }
  }

  private void addFourOuterProducts(double[] left, int leftStart, double[] right, int rightStart) {
    int v = size();
    for (int k = 0; k < 4; k++) {
      System.arraycopy(right, rightStart + k * v, copies[k], 0, v);
    }
    for (int a = 0; a < v; a++) {
      addFour(left, leftStart + a, v, copies, 0, rows[a]);
    }
  }

  /**
   * Writes the elementwise product with another matrix.
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

  /**
   * Adds {@code Σ_k factors[first + k · stride] · x[row + k]} for {@code k = 0 … 3}.
   *
   * @param sum {@code [V]}, may be longer; added to
   */
  private static void addFour(
      double[] factors, int first, int stride, double[][] x, int row, double[] sum) {
    double factor0 = factors[first];
    double factor1 = factors[first + stride];
    double factor2 = factors[first + 2 * stride];
    double factor3 = factors[first + 3 * stride];
    double[] x0 = x[row];
    double[] x1 = x[row + 1];
    double[] x2 = x[row + 2];
    double[] x3 = x[row + 3];

    for (int i = 0; i < x0.length; i++) {
      sum[i] = sum[i] + factor0 * x0[i] + factor1 * x1[i] + factor2 * x2[i] + factor3 * x3[i];
    }
  }
}
