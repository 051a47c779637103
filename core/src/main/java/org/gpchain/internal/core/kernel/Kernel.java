package org.gpchain.internal.core.kernel;

import org.gpchain.internal.core.math.SparseRows;

/** A covariance function {@code k(x, x')} over sparse feature rows. Immutable. */
public interface Kernel {
  /** Returns the variance of a row, {@code k(x, x)}. */
  double variance(SparseRows x, int row);

  /** Returns the number of hyper-parameters, H. */
  default int hyperParameterCount() {
    return hyperParameters().length;
  }

  /**
   * Returns the hyper-parameters θ. Each is the logarithm of a positive number such as a variance.
   *
   * @return {@code [H]}; a new array
   */
  double[] hyperParameters();

  /**
   * Returns a kernel of the same form with other hyper-parameters.
   *
   * @param logs θ, {@code [H]}; not modified
   */
  Kernel withHyperParameters(double[] logs);

  /**
   * Returns the covariances with fixed rows.
   *
   * @param z the rows Z, such as inducing points; not modified
   */
  CrossCovariance against(SparseRows z);

  /** Covariances of any input x with M fixed rows Z. Immutable. */
  interface CrossCovariance {
    /**
     * Writes the covariances {@code k(Z, x)} of one input into a column of a block.
     *
     * @param x inputs; not modified
     * @param row index of the input in {@code x}
     * @param out block of M rows; the column is overwritten
     * @param column index of the column
     */
    void write(SparseRows x, int row, ColumnBlock out, int column);

    /**
     * Adds the derivatives with respect to the hyper-parameters, given those with respect to the
     * column that {@link #write} writes for the same input: {@code gradient_h += Σ_m weights_m
     * ∂k(z_m, x)/∂θ_h}.
     *
     * @param x inputs; not modified
     * @param row index of the input in {@code x}
     * @param weights block of M rows; not modified
     * @param column index of the column of {@code weights} that is read
     * @param gradientInOut derivatives with respect to θ, {@code [H]}; modified
     */
    void pullBack(SparseRows x, int row, ColumnBlock weights, int column, double[] gradientInOut);
  }
}
