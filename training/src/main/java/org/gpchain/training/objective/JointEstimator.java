package org.gpchain.training.objective;

import org.apache.commons.rng.UniformRandomProvider;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.posterior.JointGaussian;
import org.gpchain.core.posterior.JointGradient;

/**
 * Estimates the expected log-likelihood of a sentence under its joint latent Gaussian, and the
 * gradient with respect to mean and covariance, by sampling. This is all that the gray-box learner
 * knows of a likelihood. Both estimates are unbiased. Implementations are immutable and shared
 * between threads.
 */
public interface JointEstimator {
  /** Number of labels V. */
  int labelCount();

  /**
   * Returns the estimate of {@code E_q[log p(y | f, g)]} and writes its gradient.
   *
   * @param q the latent Gaussian; not modified
   * @param labels gold labels, {@code [T]}; not modified
   * @param rng source of the noise
   * @param samples number of samples S
   * @param workspace scratch space of the calling thread
   * @param gradientOut arrays that fit q; overwritten
   * @throws LikelihoodException if a log-likelihood is not a finite number
   */
  double estimate(
      JointGaussian q,
      int[] labels,
      UniformRandomProvider rng,
      int samples,
      Workspace workspace,
      JointGradient gradientOut);
}
