package org.gpchain.training;

/** Matrix algebra as a textbook writes it: the oracle of everything that is done in factors. */
public final class Dense {
  private Dense() {}

  /** The identity matrix. */
  public static double[][] identity(int size) {
    double[][] out = new double[size][size];
    for (int i = 0; i < size; i++) {
      out[i][i] = 1;
    }
    return out;
  }

  /** The matrix of an array in row-major order. */
  public static double[][] of(double[] rowMajor, int rows, int columns) {
    double[][] out = new double[rows][columns];
    for (int i = 0; i < rows; i++) {
      System.arraycopy(rowMajor, i * columns, out[i], 0, columns);
    }
    return out;
  }

  /** The diagonal matrix of an array. */
  public static double[][] diagonal(double[] values) {
    double[][] out = new double[values.length][values.length];
    for (int i = 0; i < values.length; i++) {
      out[i][i] = values[i];
    }
    return out;
  }

  /** {@code a b}. */
  public static double[][] times(double[][] a, double[][] b) {
    int columns = b.length == 0 ? 0 : b[0].length;
    double[][] out = new double[a.length][columns];
    for (int i = 0; i < a.length; i++) {
      for (int k = 0; k < b.length; k++) {
        for (int j = 0; j < columns; j++) {
          out[i][j] += a[i][k] * b[k][j];
        }
      }
    }
    return out;
  }

  /** {@code a + factor · b}. */
  public static double[][] plus(double[][] a, double factor, double[][] b) {
    double[][] out = new double[a.length][];
    for (int i = 0; i < a.length; i++) {
      out[i] = a[i].clone();
      for (int j = 0; j < out[i].length; j++) {
        out[i][j] += factor * b[i][j];
      }
    }
    return out;
  }

  /** {@code aᵀ}. */
  public static double[][] transpose(double[][] a) {
    double[][] out = new double[a[0].length][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a[0].length; j++) {
        out[j][i] = a[i][j];
      }
    }
    return out;
  }

  /** The sum of the diagonal. */
  public static double trace(double[][] a) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i][i];
    }
    return sum;
  }

  /** The inverse of a positive definite matrix, by Gauss–Jordan elimination. */
  public static double[][] inverse(double[][] a) {
    double[][] left = plus(a, 0, a);
    double[][] right = identity(a.length);
    eliminate(left, right);
    return right;
  }

  /** The logarithm of the determinant of a positive definite matrix. */
  public static double logDeterminant(double[][] a) {
    return eliminate(plus(a, 0, a), identity(a.length));
  }

  /** Turns the left side into the identity; returns the sum of the logarithms of the pivots. */
  private static double eliminate(double[][] left, double[][] right) {
    int n = left.length;
    double logs = 0;
    for (int k = 0; k < n; k++) {
      double pivot = left[k][k];
      logs += Math.log(pivot);
      for (int j = 0; j < n; j++) {
        left[k][j] /= pivot;
        right[k][j] /= pivot;
      }
      for (int i = 0; i < n; i++) {
        double factor = left[i][k];
        for (int j = 0; i != k && j < n; j++) {
          left[i][j] -= factor * left[k][j];
          right[i][j] -= factor * right[k][j];
        }
      }
    }
    return logs;
  }
}
