package org.gpchain.internal.core.posterior;

import org.gpchain.internal.core.math.SparseRows;

/** The covariance of the latent scores f of a {@link DecoupledPosterior}. Immutable. */
public interface ScoreCovariance {
  /** Returns the number of labels V. */
  int labelCount();

  /**
   * Prepares to draw deviations of f and g from their means within one sentence.
   *
   * @param x feature rows, of which the sentence has {@code length} from row {@code from} on
   * @param withResidual whether to include the part of the covariance that the inducing points
   *     leave open
   * @param pairwiseVariance variances of g, {@code [V×V]}; not modified
   */
  LatentGaussian.Sampler deviations(
      SparseRows x, int from, int length, boolean withResidual, double[] pairwiseVariance);
}
