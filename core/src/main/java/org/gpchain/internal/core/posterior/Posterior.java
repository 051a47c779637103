package org.gpchain.internal.core.posterior;

import org.gpchain.internal.core.math.SparseRows;

/**
 * The posterior of the latent scores of a model: scores f of each token and label, and scores g of
 * transitions between labels. Immutable; may be shared between threads.
 */
public interface Posterior {
  /** Returns the number of labels, V. */
  int labelCount();

  /** Returns the number of features, D. */
  int featureCount();

  /** Returns the mean of g, {@code [V×V]}; shared, not to be modified. */
  double[] pairwiseMean();

  /**
   * Returns the mean weights of the features if the mean of f is a weighted sum of features.
   *
   * @return {@code [D×V]} row-major; shared, not to be modified; null if the mean is not such a sum
   */
  default float[] featureWeights() {
    return null;
  }

  /** Returns whether the posterior has a covariance, so that it can be sampled. */
  default boolean hasCovariance() {
    return true;
  }

  /**
   * Returns the number of samples over which predictions average by default; 0 for predictions with
   * the mean.
   */
  default int ownSamples() {
    return 0;
  }

  /**
   * Writes the mean of f of consecutive rows. The mean of a mixture is the weighted mean of its
   * components.
   *
   * @param x feature rows; not modified
   * @param from index of the first row
   * @param length number of rows T
   * @param unaryOut array of at least {@code [T×V]}; overwritten
   */
  void unaryMean(SparseRows x, int from, int length, double[] unaryOut);

  /**
   * Returns the posterior of one sentence.
   *
   * @param x feature rows; not modified
   * @param from index of the sentence's first row
   * @param length number of tokens T
   * @param withResidual whether deviations include the part of the covariance that the inducing
   *     points do not explain
   * @throws IllegalStateException if there is no covariance
   */
  LatentGaussian latent(SparseRows x, int from, int length, boolean withResidual);

  /** Returns the exception that {@link #latent} throws if there is no covariance. */
  static IllegalStateException meanOnly() {
    return new IllegalStateException("a plug-in posterior has only a mean, and cannot be sampled");
  }
}
