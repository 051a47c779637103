package org.gpchain.core;

import java.util.Arrays;

/** Dense matrices as rows, by the textbook: the oracle of the factorisations. */
public final class NaiveAlgebra {
  private NaiveAlgebra() {}

  public static double[][] matrix(double[] rowMajor, int rows) {
    int columns = rowMajor.length / rows;
    double[][] matrix = new double[rows][];
    for (int i = 0; i < rows; i++) {
      matrix[i] = Arrays.copyOfRange(rowMajor, i * columns, (i + 1) * columns);
    }
    return matrix;
  }

  public static double[] rowMajor(double[][] matrix) {
    return Arrays.stream(matrix).flatMapToDouble(Arrays::stream).toArray();
  }

  /** The same numbers with double precision. */
  public static double[] doubles(float[] values) {
    double[] out = new double[values.length];
    Arrays.setAll(out, i -> values[i]);
    return out;
  }

  public static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

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

  public static double[] times(double[][] a, double[] x) {
    return Arrays.stream(a).mapToDouble(row -> dot(row, x)).toArray();
  }

  public static double[][] transposed(double[][] a) {
    double[][] transposed = new double[a[0].length][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a[i].length; j++) {
        transposed[j][i] = a[i][j];
      }
    }
    return transposed;
  }

  /** {@code A + scale B}. */
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

  /** {@code a + scale b}. */
  public static double[] sum(double[] a, double scale, double[] b) {
    double[] sum = new double[a.length];
    Arrays.setAll(sum, i -> a[i] + scale * b[i]);
    return sum;
  }

  /** The same number n times. */
  public static double[] filled(int n, double value) {
    double[] filled = new double[n];
    Arrays.fill(filled, value);
    return filled;
  }

  public static double[][] identity(int n) {
    return diagonal(filled(n, 1));
  }

  public static double[][] diagonal(double[] values) {
    double[][] diagonal = new double[values.length][values.length];
    for (int i = 0; i < values.length; i++) {
      diagonal[i][i] = values[i];
    }
    return diagonal;
  }

  public static double trace(double[][] a) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i][i];
    }
    return sum;
  }

  public static double meanDiagonal(double[][] a) {
    return trace(a) / a.length;
  }

  /** {@code A⁻¹} by Gauss–Jordan elimination with pivoting. */
  public static double[][] inverse(double[][] a) {
    return eliminate(a).inverse;
  }

  /** {@code log |A|} of a matrix with a positive determinant. */
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
        pivot = Math.abs(left[i][k]) > Math.abs(left[pivot][k]) ? i : pivot;
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
