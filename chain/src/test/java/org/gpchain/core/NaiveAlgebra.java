package org.gpchain.core;

import java.util.Arrays;

/**
 * Simple algorithms for dense matrices, which are arrays of rows. Tests compare the faster
 * implementations with these.
 */
public final class NaiveAlgebra {
  private NaiveAlgebra() {}

  /** Returns the matrix of numbers in row-major order. */
  public static double[][] matrix(double[] rowMajor, int rows) {
    int columns = rowMajor.length / rows;
    double[][] matrix = new double[rows][];
    for (int i = 0; i < rows; i++) {
      matrix[i] = Arrays.copyOfRange(rowMajor, i * columns, (i + 1) * columns);
    }
    return matrix;
  }

  /** Returns the numbers of a matrix in row-major order. */
  public static double[] rowMajor(double[][] matrix) {
    return Arrays.stream(matrix).flatMapToDouble(Arrays::stream).toArray();
  }

  /** Returns the numbers in double precision. */
  public static double[] doubles(float[] values) {
    double[] out = new double[values.length];
    Arrays.setAll(out, i -> values[i]);
    return out;
  }

  /** Returns the dot product {@code aᵀb}. */
  public static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /** Returns {@code A B}. */
  public static double[][] product(double[][] a, double[][] b) {
    double[][] product = new double[a.length][b.length == 0 ? 0 : b[0].length];
    for (int i = 0; i < a.length; i++) {
      for (int k = 0; k < b.length; k++) {
        for (int j = 0; j < b[k].length; j++) {
          product[i][j] += a[i][k] * b[k][j];
        }
      }
    }
    return product;
  }

  /** Returns {@code A x}. */
  public static double[] times(double[][] a, double[] x) {
    return Arrays.stream(a).mapToDouble(row -> dot(row, x)).toArray();
  }

  /** Returns {@code Aᵀ} of a matrix with at least one row. */
  public static double[][] transposed(double[][] a) {
    double[][] transposed = new double[a[0].length][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a[i].length; j++) {
        transposed[j][i] = a[i][j];
      }
    }
    return transposed;
  }

  /** Returns {@code A + scale B}. */
  public static double[][] sum(double[][] a, double scale, double[][] b) {
    double[][] sum = new double[a.length][];
    for (int i = 0; i < a.length; i++) {
      sum[i] = a[i].clone();
      for (int j = 0; j < sum[i].length; j++) {
        sum[i][j] += scale * b[i][j];
      }
    }
    return sum;
  }

  /** Returns {@code a + scale b}. */
  public static double[] sum(double[] a, double scale, double[] b) {
    double[] sum = new double[a.length];
    Arrays.setAll(sum, i -> a[i] + scale * b[i]);
    return sum;
  }

  /** Returns a vector of n equal numbers. */
  public static double[] filled(int n, double value) {
    double[] filled = new double[n];
    Arrays.fill(filled, value);
    return filled;
  }

  /** Returns the identity matrix, {@code [n][n]}. */
  public static double[][] identity(int n) {
    return diagonal(filled(n, 1));
  }

  /** Returns the diagonal matrix with the given values. */
  public static double[][] diagonal(double[] values) {
    double[][] diagonal = new double[values.length][values.length];
    for (int i = 0; i < values.length; i++) {
      diagonal[i][i] = values[i];
    }
    return diagonal;
  }

  /** Returns the sum of the diagonal. */
  public static double trace(double[][] a) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i][i];
    }
    return sum;
  }

  /** Returns the mean of the diagonal. */
  public static double meanDiagonal(double[][] a) {
    return trace(a) / a.length;
  }

  /** Returns {@code A⁻¹}, computed by Gauss–Jordan elimination with pivoting. */
  public static double[][] inverse(double[][] a) {
    return eliminate(a).inverse;
  }

  /** Returns {@code log |A|} of a matrix with a positive determinant. */
  public static double logDeterminant(double[][] a) {
    return eliminate(a).logDeterminant;
  }

  private record Elimination(double[][] inverse, double logDeterminant) {}

  private static Elimination eliminate(double[][] a) {
    int n = a.length;
    double[][] left = Arrays.stream(a).map(double[]::clone).toArray(double[][]::new);
    double[][] right = identity(n);
    double logDeterminant = 0;
    for (int k = 0; k < n; k++) {
      int pivot = k;
      for (int i = k + 1; i < n; i++) {
        if (Math.abs(left[i][k]) > Math.abs(left[pivot][k])) {
          pivot = i;
        }
      }
      swap(left, k, pivot);
      swap(right, k, pivot);
      logDeterminant += Math.log(Math.abs(left[k][k]));
      for (int i = 0; i < n; i++) {
        double factor = i == k ? 1 - 1 / left[k][k] : left[i][k] / left[k][k];
        for (int j = 0; j < n; j++) {
          left[i][j] -= factor * left[k][j];
          right[i][j] -= factor * right[k][j];
        }
      }
    }

    return new Elimination(right, logDeterminant);
  }

  private static void swap(double[][] rows, int i, int j) {
    double[] row = rows[i];
    rows[i] = rows[j];
    rows[j] = row;
  }
}
