package org.gpchain.training.objective;

/**
 * Averages for m independent vectors of n normal numbers: of {@code h = ε}, and of {@code h = ε εᵀ
 * − I} if covariances are wanted.
 *
 * <p>The vectors stand side by side, {@code [n×m]}, so that one diagonal of all the products {@code
 * ε εᵀ} is the noise times itself some rows further down: entry {@code (s + d, s)} of matrix c at
 * {@code [d][s·m + c]}.
 */
final class ScoreBlock {
  private final int rows;
  private final int columns;
  private final ScoreAverage mean;
  private final ScoreAverage[] diagonal;
  private final double[] product;

  /**
   * Begins.
   *
   * @param rows n
   * @param columns m
   * @param covariance whether the averages of {@code ε εᵀ − I} are wanted
   */
  ScoreBlock(ControlVariate method, int rows, int columns, boolean covariance) {
    this.rows = rows;
    this.columns = columns;
    this.mean = new ScoreAverage(method, rows * columns, 1);
    this.diagonal = new ScoreAverage[covariance ? rows : 0];
    for (int d = 0; d < diagonal.length; d++) {
      // On the main diagonal h = ε² − 1.
      diagonal[d] = new ScoreAverage(method, (rows - d) * columns, d == 0 ? 2 : 1);
    }
    this.product = new double[rows * columns];
  }

  /**
   * Takes in one sample.
   *
   * @param value log p, see {@link ScoreAverage#add}
   * @param noise ε, {@code [n×m]}; not modified
   * @param forCoefficients whether the sample serves the control variate's coefficients only
   */
  void add(double value, double[] noise, boolean forCoefficients) {
    mean.add(value, noise, forCoefficients);
    for (int d = 0; d < diagonal.length; d++) {
      int count = (rows - d) * columns;
      System.arraycopy(noise, d * columns, product, 0, count);
      multiply(product, noise, count, d == 0 ? 1 : 0);
      diagonal[d].add(value, product, forCoefficients);
    }
  }

  private static void multiply(double[] inOut, double[] factor, int count, double expected) {
    for (int i = 0; i < count; i++) {
      inOut[i] = inOut[i] * factor[i] - expected;
    }
  }

  /**
   * Returns the averages of {@code h log p}, once.
   *
   * @param count number of samples that did not serve the coefficients only
   */
  Averages finish(int count) {
    double[][] diagonals = new double[diagonal.length][];
    for (int d = 0; d < diagonals.length; d++) {
      diagonals[d] = diagonal[d].finish(count);
    }
    return new Averages(rows, columns, mean.finish(count), diagonals);
  }

  /**
   * The averages of one block.
   *
   * @param rows n
   * @param columns m
   * @param mean for h = ε, {@code [n×m]}
   * @param diagonal for h = ε εᵀ − I, {@code [n][(n−d)×m]}; empty if it is not wanted
   */
  record Averages(int rows, int columns, double[] mean, double[][] diagonal) {
    /** Means of one vector, {@code [n]}; a new array. */
    double[] mean(int column) {
      double[] out = new double[rows];
      for (int s = 0; s < rows; s++) {
        out[s] = mean[s * columns + column];
      }
      return out;
    }

    /**
     * Writes out one matrix.
     *
     * @param out {@code [n×n]}, symmetric; overwritten
     */
    void covariance(int column, double[] out) {
      for (int d = 0; d < rows; d++) {
        for (int s = 0; s < rows - d; s++) {
          double average = diagonal[d][s * columns + column];
          out[(s + d) * rows + s] = average;
          out[s * rows + s + d] = average;
        }
      }
    }
  }
}
