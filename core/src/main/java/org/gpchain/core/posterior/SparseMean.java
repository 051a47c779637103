package org.gpchain.core.posterior;

import java.util.Arrays;
import org.gpchain.core.kernel.Kernel;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.ScaledSums;
import org.gpchain.core.math.SparseRows;

/**
 * The mean of a {@link SparsePosterior} without its covariance: {@code E[f_v(x)] = Σ_m α_mv k(z_m,
 * x)}, for tagging with the plug-in mean. A token costs O(M) kernels and products, without a
 * triangular solve. Immutable; arrays are kept.
 *
 * @param inducing the inducing points Z, M ≥ 1 rows
 * @param cross the kernel against them
 * @param coefficients α, {@code [M×V]} row-major
 * @param pairwiseMean the mean of g, {@code [V×V]}
 */
public record SparseMean(
    Kernel kernel,
    SparseRows inducing,
    Kernel.CrossCovariance cross,
    double[] coefficients,
    double[] pairwiseMean)
    implements Posterior {
  public SparseMean {
    int m = Checks.atLeast("number of inducing points", inducing.rowCount(), 1);
    Checks.length("coefficients", coefficients.length % m, 0, "modulo M [M×V]");
    int v = Checks.atLeast("number of labels", coefficients.length / m, 1);
    Checks.length("pairwiseMean", pairwiseMean.length, (long) v * v, "[V×V]");
  }

  @Override
  public int labelCount() {
    return coefficients.length / inducing.rowCount();
  }

  @Override
  public int featureCount() {
    return inducing.columnCount();
  }

  @Override
  public boolean hasCovariance() {
    return false;
  }

  @Override
  public void unaryMean(
      int[] rowStart, int[] features, float[] values, int length, double[] unaryOut) {
    int v = labelCount();
    Checks.capacity("unaryOut", unaryOut.length, (long) length * v, "[T×V]");
    int[] starts = Arrays.copyOf(rowStart, length + 1);
    SparseRows x = SparseRows.of(featureCount(), starts, features, values);
    double[] covariance = new double[inducing.rowCount()];
    for (int t = 0; t < length; t++) {
      cross.of(x, t, covariance, 0, 1);
      Arrays.fill(unaryOut, t * v, (t + 1) * v, 0);
      for (int m = 0; m < covariance.length; m++) {
        ScaledSums.add(covariance[m], coefficients, m * v, v, unaryOut, t * v);
      }
    }
  }

  @Override
  public LatentGaussian latent(SparseRows x, int from, int length, boolean withResidual) {
    throw Posterior.meanOnly();
  }
}
