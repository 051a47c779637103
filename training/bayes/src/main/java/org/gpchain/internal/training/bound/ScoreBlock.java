package org.gpchain.internal.training.bound;

import java.util.Arrays;
import org.gpchain.internal.training.bound.ScoreFunction.ControlVariate;

/**
 * Averages of {@code h log p} for m independent vectors of n normal numbers: with {@code h = ε} and
 * with {@code h = ε εᵀ − I}.
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

  ScoreBlock(ControlVariate method, int rows, int columns) {
    this.rows = rows;
    this.columns = columns;
    this.mean = new ScoreAverage(method, rows * columns, 1);
    this.diagonal = new ScoreAverage[rows];
    for (int d = 0; d < rows; d++) {
      // On the main diagonal h = ε² − 1.
      diagonal[d] = new ScoreAverage(method, (rows - d) * columns, d == 0 ? 2 : 1);
    }
    this.product = new double[rows * columns];
  }

  /**
   * @param value log p, see {@link ScoreAverage#add}
   * @param noise ε, {@code [n×m]}; not modified
   * @param forCoefficients whether the sample serves the control variate's coefficients only
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
   * To be called once.
   *
   * @param count number of samples that did not serve the coefficients only
   */
  void finish(int count) {
    mean.finish(count);
    for (ScoreAverage each : diagonal) {
      each.finish(count);
    }
  }

  /** For h = ε, {@code [n×m]}; shared. */
  double[] means() {
    return mean.sum;
  }

  /** The diagonals of all matrices, {@code [n×m]}; shared. */
  double[] variances() {
    return diagonal[0].sum;
  }

  /** The means of one vector, {@code [n]}. */
  double[] mean(int column) {
    double[] out = new double[rows];
    Arrays.setAll(out, s -> mean.sum[s * columns + column]);
    return out;
  }

  /** Writes a matrix, {@code [n×n]}, symmetric. */
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
   * that have one variance.
   *
   * <p>{@code â = Σ ℓ h² / Σ h²}, because {@code E[h] = 0} makes {@code Cov[hℓ, h] = E[h² ℓ]} and
   * {@code Var[h] = E[h²]}. Leaving sample i out, with the known Var[h] = ν in the denominator,
   * {@code â_i = (Σ ℓ h² − ℓ_i h_i²) / ((S−1) ν)}, and then {@code Σ_i h_i â_i = (Σ h · Σ ℓ h² − Σ
   * ℓ h³) / ((S−1) ν)}: sums again.
   */
  static final class ScoreAverage {
    private final ControlVariate method;
    private final double variance;

    /** Σ h (ℓ − â), where leaving one out takes â off in the end. */
    private final double[] sum;

    /** Known from other samples (split), otherwise zero. */
    private final double[] coefficient;

    private boolean coefficientIsKnown;

    /** Σ h² ℓ, and Σ h² (split) or Σ h³ ℓ (leave one out). */
    private final double[] second;

    private final double[] third;

    /** Σ h (leave one out). */
    private final double[] score;

    /**
     * @param variance ν, of each coordinate
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
     * Takes in one sample. Those that serve â only come first.
     *
     * @param value ℓ, less what is independent of the samples: that changes no expectation
     * @param h holds the coordinates, may be longer; not modified
     * @param forCoefficients whether the sample serves â only
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

    // Each array is read at the same index, so that the compiler can vectorise the loop.

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
     * To be called once.
     *
     * @param count number of samples that did not serve â only
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
