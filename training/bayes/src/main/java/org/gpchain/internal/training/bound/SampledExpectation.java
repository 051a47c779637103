package org.gpchain.internal.training.bound;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.gp.posterior.JointGradient;

/**
 * An estimator of expected log-likelihoods with its number of samples.
 *
 * @param estimator the estimator
 * @param samples number of Monte-Carlo samples S of each latent Gaussian
 */
public record SampledExpectation(JointEstimator estimator, int samples) {
  /** Checks that there is at least one sample. */
  public SampledExpectation {
    Checks.atLeast("samples", samples, 1);
  }

  /** Returns the same estimator with another number of samples. */
  SampledExpectation withSamples(int count) {
    return new SampledExpectation(estimator, count);
  }

  /**
   * Estimates the expected log-likelihood of a sentence's labels, and its gradient.
   *
   * @param sentence the latent Gaussian and the labels
   * @param noiseSeed seed of the samples' noise
   * @param workspace scratch space of the calling thread
   * @param gradientOut arrays that fit the Gaussian; overwritten
   * @return the estimate of {@code E_q[log p(y | f, g)]}
   */
  double estimate(
      LatentSentence sentence, long noiseSeed, Workspace workspace, JointGradient gradientOut) {
    UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(noiseSeed);
    return estimator.estimate(sentence, rng, samples, workspace, gradientOut);
  }
}
