package org.gpchain.training.objective;

import org.gpchain.core.math.Workspace;
import org.gpchain.core.posterior.LatentGradient;
import org.gpchain.core.posterior.LatentSamples;

/**
 * Estimates the expected log-likelihood of a sentence under a latent Gaussian, and its gradient.
 * This is all that the learner knows of a likelihood.
 */
public interface GradientEstimator {
  /** Number of labels V. */
  int labelCount();

  /**
   * Returns the estimate of {@code E_q[log p(y | f, g)]} and writes its gradient.
   *
   * @param unaryMean {@code E[f]}, {@code [T×V]} row-major; not modified
   * @param pairwiseMean {@code E[g]}, {@code [V×V]}; not modified
   * @param samples deviations from the mean, or null for the plug-in value at the mean
   * @param labels gold labels, {@code [T]}; not modified
   * @param workspace scratch space of the calling thread
   * @param gradientOut those of its arrays that are not null are overwritten
   */
  double estimate(
      double[] unaryMean,
      double[] pairwiseMean,
      LatentSamples samples,
      int[] labels,
      Workspace workspace,
      LatentGradient gradientOut);
}
