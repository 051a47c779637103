package org.gpchain.core.posterior;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * A posterior over one sentence: a Gaussian over its latent scores f {@code [T×V]} and the
 * transition scores g {@code [V×V]}, independent from label to label and from f to g; or a mixture
 * of such Gaussians.
 */
public interface LatentGaussian {
  int length();

  /** Mean of f, {@code [T×V]} row-major; shared, not to be modified. */
  double[] unaryMean();

  /** Mean of g, {@code [V×V]}; shared, not to be modified. */
  double[] pairwiseMean();

  /** Draws samples. The tokens of a sentence are drawn jointly. */
  LatentSamples draw(UniformRandomProvider rng, int count);

  /** Draws deviations from the means, see {@link LatentGaussian#draw}. */
  @FunctionalInterface
  interface Sampler {
    LatentSamples draw(UniformRandomProvider rng, int count);
  }

  /** Means, and what draws deviations from them. */
  record OfSampler(int length, double[] unaryMean, double[] pairwiseMean, Sampler sampler)
      implements LatentGaussian {
    @Override
    public LatentSamples draw(UniformRandomProvider rng, int count) {
      return sampler.draw(rng, count);
    }
  }
}
