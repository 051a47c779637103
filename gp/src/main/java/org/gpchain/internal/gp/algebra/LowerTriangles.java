package org.gpchain.internal.gp.algebra;

import java.util.List;

/**
 * A batch of m lower triangular matrices {@code [n×n]}, which are multiplied with m vectors at
 * once.
 *
 * <p>The matrices are interleaved, diagonal by diagonal: entry {@code (t, t−d)} of matrix c is at
 * {@code [d][t·m + c]}. With the vectors in a block {@code [n×m]}, one diagonal of all matrices is
 * then one long loop that reads each array at the same index, which is the only form that the
 * compiler vectorizes. The rows and columns of a single matrix (n ≈ 20) would be too short for
 * that. Not thread-safe.
 */
public final class LowerTriangles {
  /** Number of matrices m. */
  private final int columns;

  /** Diagonals of all matrices, {@code [n][n×m]}; the first d rows of diagonal d are unused. */
  private final double[][] diagonal;

  /** Scratch space for vectors moved down by d rows, {@code [n×m]}. */
  private final double[] shifted;

  private LowerTriangles(int rows, int columns) {
    this.columns = columns;
    this.diagonal = new double[rows][rows * columns];
    this.shifted = new double[rows * columns];
  }

  /**
   * Returns the factors as one batch.
   *
   * @param factors m ≥ 1 Cholesky factors, all of the same size n; copied
   */
  public static LowerTriangles of(List<Cholesky> factors) {
    int n = factors.get(0).size();
    int m = factors.size();
    LowerTriangles out = new LowerTriangles(n, m);
    for (int c = 0; c < m; c++) {
      double[] lower = factors.get(c).lower();
      for (int t = 0; t < n; t++) {
        for (int s = 0; s <= t; s++) {
          out.diagonal[t - s][t * m + c] = lower[t * n + s];
        }
      }
    }
    return out;
  }

  /**
   * Returns a batch of matrices that have one entry each (n = 1).
   *
   * @param entries the entry of each matrix, {@code [m]}; copied
   */
  public static LowerTriangles ofNumbers(double[] entries) {
    LowerTriangles out = new LowerTriangles(1, entries.length);
    System.arraycopy(entries, 0, out.diagonal[0], 0, entries.length);
    return out;
  }

  /**
   * Adds the product of each matrix with its vector: {@code y_c += L_c x_c}.
   *
   * @param x {@code [n×m]}; not modified
   * @param y {@code [n×m]}, may be longer; modified
   */
  public void addProduct(double[] x, double[] y) {
    int size = shifted.length;
    for (int d = 0; d < diagonal.length; d++) {
      int from = d * columns;
      System.arraycopy(x, 0, shifted, from, size - from);
      addProduct(diagonal[d], shifted, from, size, y);
    }
  }

  private static void addProduct(double[] entries, double[] x, int from, int to, double[] y) {
    for (int i = from; i < to; i++) {
      y[i] += entries[i] * x[i];
    }
  }
}
