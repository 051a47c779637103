package org.gpchain.core.posterior;

import org.gpchain.core.math.SparseRows;

/**
 * The posterior over the latent scores, with all that tagging needs of it. Immutable; shared
 * between threads.
 */
public sealed interface Posterior
    permits DecoupledPosterior, SampledPosterior, SparsePosterior, SparseMean {
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
   * Writes the mean of f: of a mixture, the mean of all of it.
   *
   * @param rowStart {@code [T+1]} at least: token t has the entries {@code [rowStart[t],
   *     rowStart[t+1])}; not modified
   * @param features features of all tokens; not modified
   * @param values their values; null if all are one; not modified
   * @param unaryOut {@code [T×V]} at least; overwritten
   */
  void unaryMean(int[] rowStart, int[] features, float[] values, int length, double[] unaryOut);

  /** Writes the mean of f of a run of rows to {@code [T×V]} at least. */
  default void unaryMean(SparseRows x, int from, int length, double[] unaryOut) {
    int first = x.start(from);
    int[] rowStart = new int[length + 1];
    for (int t = 0; t < length; t++) {
      rowStart[t + 1] = x.start(from + t + 1) - first;
    }
    int[] features = new int[rowStart[length]];
    float[] values = x.isWeighted() ? new float[features.length] : null;
    for (int i = 0; i < features.length; i++) {
      features[i] = x.column(first + i);
      if (values != null) {
        values[i] = x.value(first + i);
      }
    }
    unaryMean(rowStart, features, values, length, unaryOut);
  }

  /**
   * The posterior over one sentence.
   *
   * @param withResidual whether deviations contain what the inducing points leave open
   * @throws IllegalStateException if there is no covariance
   */
  LatentGaussian latent(SparseRows x, int from, int length, boolean withResidual);

  /** Why there is no {@link #latent}. */
  static IllegalStateException meanOnly() {
    return new IllegalStateException("a plug-in posterior has only a mean, and cannot be sampled");
  }
}
