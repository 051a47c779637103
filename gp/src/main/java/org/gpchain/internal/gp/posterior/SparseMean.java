package org.gpchain.internal.gp.posterior;

import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.LatentGaussian;
import org.gpchain.internal.core.posterior.Posterior;
import org.gpchain.internal.gp.inducing.KernelExpansion;

/**
 * The mean of a {@link SparsePosterior} without its covariance: {@code E[f_v(x)] = Σ_m α_mv k(z_m,
 * x)}. It is sufficient for tagging with the mean. Immutable.
 *
 * @param unary mean of f, one function for each label
 * @param pairwiseMean mean of g, {@code [V×V]}; retained, not copied
 */
public record SparseMean(KernelExpansion unary, double[] pairwiseMean) implements Posterior {
  /** Checks that the arrays fit each other. */
  public SparseMean {
    int v = Checks.atLeast("number of labels", unary.functionCount(), 1);
    Checks.length("pairwiseMean", pairwiseMean.length, (long) v * v, "[V×V]");
  }

  @Override
  public int labelCount() {
    return unary.functionCount();
  }

  @Override
  public int featureCount() {
    return unary.inducing().columnCount();
  }

  @Override
  public boolean hasCovariance() {
    return false;
  }

  @Override
  public void unaryMean(SparseRows x, int from, int length, double[] unaryOut) {
    unary.values(x, from, length, unaryOut);
  }

  @Override
  public LatentGaussian latent(SparseRows x, int from, int length, boolean withResidual) {
    throw Posterior.meanOnly();
  }
}
