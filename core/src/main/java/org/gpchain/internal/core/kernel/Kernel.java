package org.gpchain.internal.core.kernel;

import org.gpchain.internal.core.math.SparseRows;

/** A covariance function {@code k(x, x')} over sparse feature rows. Immutable. */
public interface Kernel {
  /** {@code k(x, x)} of one row. */
  double variance(SparseRows x, int row);

  /** Number H of hyper-parameters. */
  default int hyperParameterCount() {
    return hyperParameters().length;
  }

  /**
   * The hyper-parameters θ, which are logarithms of positive numbers such as variances.
   *
   * @return {@code [H]}; a new array
   */
  double[] hyperParameters();

  /**
   * The same form of kernel at other hyper-parameters.
   *
   * @param logs θ, {@code [H]}; not modified
   */
  Kernel withHyperParameters(double[] logs);

  /** Prepares covariances with fixed rows Z, such as inducing points. */
  CrossCovariance against(SparseRows z);

  /** Covariances of any input with the M rows Z that it was made for. */
  interface CrossCovariance {
    /**
     * Writes {@code k(Z, x)} for one row of x into a column of a block.
     *
     * @param out {@code [M × stride]} row-major; column {@code column} is overwritten
     */
    void of(SparseRows x, int row, double[] out, int column, int stride);

    /**
     * Pulls the derivatives of a column that {@link #of} wrote back to the hyper-parameters: {@code
     * gradient_h += Σ_m weights_m ∂k(z_m, x)/∂θ_h}.
     *
     * @param weights {@code [M × stride]} row-major, of which column {@code column} is read; not
     *     modified
     * @param gradientInOut {@code [hyperParameterCount]}; modified
     */
    void pullBack(
        SparseRows x, int row, double[] weights, int column, int stride, double[] gradientInOut);
  }
}
