package org.gpchain.internal.training.bound;

import java.util.Arrays;
import org.gpchain.internal.training.bound.ScoreFunction.ControlVariate;

/**
 * Averages of {@code h log p} for m independent vectors ε of n normal random numbers, with {@code h
 * = ε} and with {@code h = ε εᵀ − I}.
 *
 * <p>The vectors are the columns of an array {@code [n×m]}. Thus diagonal d of all products {@code
 * ε εᵀ} is the elementwise product of the array and the array without its first d rows. Entry
 * {@code (s + d, s)} of product c is stored at {@code [d][s·m + c]}.
 */
final class ScoreBlock {
  private final int rows;
  private final int columns;
  private final ScoreAverage mean;
  private final ScoreAverage[] diagonal;
  private final double[] product;

  /**
   * Creates averages without samples.
   *
   * @param method control variate
   * @param rows length n of the vectors
   * @param columns number m of vectors
   */
  ScoreBlock(ControlVariate method, int rows, int columns) {
    this.rows = rows;
    this.columns = columns;
    this.mean = new ScoreAverage(method, rows * columns, 1);
    this.diagonal = new ScoreAverage[rows];
    for (int d = 0; d < rows; d++) {
      // On the main diagonal, h = ε² − 1 has the variance 2.
      int variance = d == 0 ? 2 : 1;
      diagonal[d] = new ScoreAverage(method, (rows - d) * columns, variance);
    }
    this.product = new double[rows * columns];
  }

  /**
   * Adds a sample.
   *
   * @param value log p, see {@link ScoreAverage#add}
   * @param noise ε, {@code [n×m]}; not modified
   * @param forCoefficients whether the sample is used only for the control variate's coefficients
   */
  void add(double value, double[] noise, boolean forCoefficients) {
    mean.add(value, noise, forCoefficients);
    for (int d = 0; d < rows; d++) {
      int count = (rows - d) * columns;
      System.arraycopy(noise, d * columns, product, 0, count);
      double expected = d == 0 ? 1 : 0;
      for (int i = 0; i < count; i++) {
        product[i] = product[i] * noise[i] - expected;
      }
      diagonal[d].add(value, product, forCoefficients);
    }
  }

  /**
   * Computes the averages from the sums. Must be called once, after all samples were added.
   *
   * @param count number of samples without those that were used only for coefficients
   */
  void finish(int count) {
    mean.finish(count);
    for (ScoreAverage average : diagonal) {
      average.finish(count);
    }
  }

  /** Returns the averages for h = ε, {@code [n×m]}; not a copy. */
  double[] means() {
    return mean.sum;
  }

  /** Returns the main diagonals of all averages for h = ε εᵀ − I, {@code [n×m]}; not a copy. */
  double[] variances() {
    return diagonal[0].sum;
  }

  /** Returns the averages for h = ε of a vector, {@code [n]}; a new array. */
  double[] mean(int column) {
    double[] out = new double[rows];
    Arrays.setAll(out, s -> mean.sum[s * columns + column]);
    return out;
  }

  /**
   * Writes the average for h = ε εᵀ − I of a vector, which is a symmetric matrix, {@code [n×n]}.
   */
  void covariance(int column, double[] out) {
    for (int d = 0; d < rows; d++) {
      for (int s = 0; s < rows - d; s++) {
        double average = diagonal[d].sum[s * columns + column];
        out[(s + d) * rows + s] = average;
        out[s * rows + s + d] = average;
      }
    }
  }

  /**
   * The average of {@code h (ℓ − â)} over samples, with ℓ = log p, for coordinates of the score h
   * with equal variances.
   *
   * <p>Since {@code E[h] = 0}, {@code Cov[hℓ, h] = E[h² ℓ]} and {@code Var[h] = E[h²]}, so that
   * {@code â = Σ ℓ h² / Σ h²}. If sample i is left out, and the denominator is the known variance
   * Var[h] = ν, then {@code â_i = (Σ ℓ h² − ℓ_i h_i²) / ((S−1) ν)}. Hence {@code Σ_i h_i â_i = (Σ h
   * · Σ ℓ h² − Σ ℓ h³) / ((S−1) ν)} also requires only sums.
   */
  static final class ScoreAverage {
    private final ControlVariate method;
    private final double variance;

    /** Σ h (ℓ − â); with leave-one-out, Σ h ℓ until {@link #finish} subtracts Σ h â. */
    private final double[] sum;

    /** Coefficients â of the split method; zeros for the other methods. */
    private final double[] coefficient;

    private boolean coefficientIsKnown;

    /** Σ h² ℓ. */
    private final double[] second;

    /** Σ h² for the split method, Σ h³ ℓ for leave-one-out. */
    private final double[] third;

    /** Σ h for leave-one-out. */
    private final double[] score;

    /**
     * Creates an average without samples.
     *
     * @param method control variate
     * @param size number of coordinates
     * @param variance variance ν of each coordinate
     */
    ScoreAverage(ControlVariate method, int size, double variance) {
      this.method = method;
      this.variance = variance;
      this.sum = new double[size];
      this.coefficient = new double[size];
      this.second = new double[method == ControlVariate.NONE ? 0 : size];
      this.third = new double[second.length];
      this.score = new double[method == ControlVariate.LEAVE_ONE_OUT ? size : 0];
    }

    /**
     * Adds a sample. Samples that are used only for â must be added first.
     *
     * @param value ℓ minus a constant, which does not change the expectation
     * @param h coordinates of the score; may be longer; not modified
     * @param forCoefficients whether the sample is used only for â
     */
    void add(double value, double[] h, boolean forCoefficients) {
      if (forCoefficients) {
        addSquares(value, h, second, third);
        return;
      }

      if (method == ControlVariate.SPLIT && !coefficientIsKnown) {
        Arrays.setAll(coefficient, i -> third[i] > 0 ? second[i] / third[i] : 0);
        coefficientIsKnown = true;
      }
      addDifferences(value, coefficient, h, sum);
      if (method == ControlVariate.LEAVE_ONE_OUT) {
        addPowers(value, h, score, second, third);
      }
    }

    // Each array is read at the same index, so that the compiler can vectorize the loop.

    private static void addDifferences(
        double value, double[] coefficient, double[] h, double[] sum) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] += (value - coefficient[i]) * h[i];
      }
    }

    private static void addSquares(double value, double[] h, double[] second, double[] third) {
      for (int i = 0; i < second.length; i++) {
        double square = h[i] * h[i];
        second[i] += value * square;
        third[i] += square;
      }
    }

    private static void addPowers(
        double value, double[] h, double[] score, double[] second, double[] third) {
      for (int i = 0; i < score.length; i++) {
        double square = value * h[i] * h[i];
        score[i] += h[i];
        second[i] += square;
        third[i] += square * h[i];
      }
    }

    /**
     * Computes the average from the sums. Must be called once, after all samples were added.
     *
     * @param count number of samples without those that were used only for â
     * @return the average; not a copy
     */
    double[] finish(int count) {
      for (int i = 0; i < sum.length; i++) {
        if (method == ControlVariate.LEAVE_ONE_OUT) {
          sum[i] -= (score[i] * second[i] - third[i]) / ((count - 1) * variance);
        }
        sum[i] /= count;
      }
      return sum;
    }
  }
}
