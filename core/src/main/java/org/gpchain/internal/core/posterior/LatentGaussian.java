package org.gpchain.internal.core.posterior;

/**
 * The posterior of one sentence: a Gaussian over its latent scores f, {@code [T×V]}, and the
 * transition scores g, {@code [V×V]}, or a mixture of such Gaussians. In each Gaussian, the scores
 * of different labels are independent of one another, and f and g are independent. Arrays are
 * shared with the caller and must not be modified.
 *
 * @param unaryMean mean of f, {@code [T×V]} row-major
 * @param pairwiseMean mean of g, {@code [V×V]}
 * @param deviations draws samples as deviations from the means
 */
public record LatentGaussian(double[] unaryMean, double[] pairwiseMean, Sampler deviations) {
  /** Draws deviations from the means. The tokens of a sentence are drawn jointly. */
  @FunctionalInterface
  public interface Sampler {
    /**
     * Draws samples. The same seed gives the same samples.
     *
     * @param seed seed of the random numbers
     * @param count number of samples
     */
    LatentSamples draw(long seed, int count);
  }
}
