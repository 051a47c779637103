package org.gpchain.internal.core.posterior;

import org.gpchain.internal.core.math.SparseRows;

/**
 * The posterior over the latent scores, with all that tagging needs of it. Immutable; shared
 * between threads.
 */
public interface Posterior {
  /** Number of labels V. */
  int labelCount();

  /** Number of features D. */
  int featureCount();

  /** Mean of g, {@code [V×V]}; shared, not to be modified. */
  double[] pairwiseMean();

  /**
   * The weights of which the mean of f is the sum over features, {@code [D×V]} row-major; shared,
   * not to be modified; null if it is no such sum.
   */
  default float[] featureWeights() {
    return null;
  }

  /** Whether there is a covariance to draw samples from, or only a mean. */
  default boolean hasCovariance() {
    return true;
  }

  /** Samples that predictions average over unless another number is asked for; 0: the mean. */
  default int ownSamples() {
    return 0;
  }

  /**
   * Writes the mean of f of a run of rows: of a mixture, the mean of all of it.
   *
   * @param unaryOut {@code [T×V]} at least; overwritten
   */
  void unaryMean(SparseRows x, int from, int length, double[] unaryOut);

  /**
   * The posterior over one sentence.
   *
   * @param withResidual whether deviations contain what the inducing points leave open
   * @throws IllegalStateException if there is no covariance
   */
  LatentGaussian latent(SparseRows x, int from, int length, boolean withResidual);

  /** Returns the exception that {@link #latent} throws if there is no covariance. */
  static IllegalStateException meanOnly() {
    return new IllegalStateException("a plug-in posterior has only a mean, and cannot be sampled");
  }
}
