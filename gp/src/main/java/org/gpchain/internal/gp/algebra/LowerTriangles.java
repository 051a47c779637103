package org.gpchain.internal.gp.algebra;

import java.util.List;

/**
 * Products with m lower triangular matrices {@code [n×n]} at once.
 *
 * <p>They stand side by side, diagonal by diagonal: entry {@code (t, t−d)} of matrix c at {@code
 * [d][t·m + c]}. With vectors as blocks {@code [n×m]} a diagonal of all matrices is then one long
 * loop in which each array is read at the same index, the only form that the compiler vectorises;
 * rows and columns of n ≈ 20 are too short for that. Scratch space of one thread.
 */
public final class LowerTriangles {
  private final int columns;
  private final double[][] diagonal;
  private final double[] shifted;

  private LowerTriangles(int rows, int columns) {
    this.columns = columns;
    this.diagonal = new double[rows][rows * columns];
    this.shifted = new double[rows * columns];
  }

  /**
   * @param factors m ≥ 1 of them, all of one size n; copied
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

  /** Takes matrices of one entry each, n = 1: {@code entries [m]} are copied. */
  public static LowerTriangles ofNumbers(double[] entries) {
    LowerTriangles out = new LowerTriangles(1, entries.length);
    System.arraycopy(entries, 0, out.diagonal[0], 0, entries.length);
    return out;
  }

  /**
   * Adds the products with one vector each: {@code y_c += L_c x_c}.
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
