package org.gpchain.internal.core.posterior;

/**
 * A posterior over one sentence: a Gaussian over its latent scores f {@code [T×V]} and the
 * transition scores g {@code [V×V]}, independent from label to label and from f to g; or a mixture
 * of such Gaussians. Arrays are shared, not to be modified.
 *
 * @param unaryMean mean of f, {@code [T×V]} row-major
 * @param pairwiseMean mean of g, {@code [V×V]}
 */
public record LatentGaussian(double[] unaryMean, double[] pairwiseMean, Sampler deviations) {
  /** Draws deviations from the means. The tokens of a sentence are drawn jointly. */
  @FunctionalInterface
  public interface Sampler {
    /**
     * Draws samples. The same seed gives the same samples.
     *
     * @param count number of samples
     */
    LatentSamples draw(long seed, int count);
  }
}
