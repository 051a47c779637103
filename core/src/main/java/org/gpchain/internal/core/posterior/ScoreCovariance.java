package org.gpchain.internal.core.posterior;

import org.gpchain.internal.core.math.SparseRows;

/** The covariance of the latent scores f of a {@link DecoupledPosterior}. Immutable. */
public interface ScoreCovariance {
  /** Returns the number of labels, V. */
  int labelCount();

  /**
   * Returns a sampler of the deviations of f and g from their means for one sentence.
   *
   * @param x feature rows; not modified
   * @param from index of the sentence's first row
   * @param length number of tokens T
   * @param withResidual whether to include the part of the covariance that the inducing points do
   *     not explain
   * @param pairwiseVariance variances of g, {@code [V×V]}; not modified
   */
  LatentGaussian.Sampler deviations(
      SparseRows x, int from, int length, boolean withResidual, double[] pairwiseVariance);
}
