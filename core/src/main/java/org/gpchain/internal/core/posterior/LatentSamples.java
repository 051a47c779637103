package org.gpchain.internal.core.posterior;

import org.gpchain.internal.core.math.Checks;

/**
 * Deviations of S samples from the mean of the latent Gaussian of a sentence. If the deviations
 * stay fixed while the mean changes, the average log-likelihood of the samples is a smooth function
 * of the mean (common random numbers).
 *
 * @param unary deviations of f, {@code [S][T×V]}; retained, not copied
 * @param pairwise deviations of g, {@code [S][V×V]}; retained, not copied
 */
public record LatentSamples(float[][] unary, float[][] pairwise) {
  public LatentSamples {
    Checks.atLeast("number of samples", unary.length, 1);
    Checks.length("pairwise", pairwise.length, unary.length, "[S]");
  }

  /** Returns the difference between a sample and the mean; a new array. */
  public static float[] difference(double[] sample, double[] mean) {
    float[] difference = new float[mean.length];
    for (int i = 0; i < mean.length; i++) {
      difference[i] = (float) (sample[i] - mean[i]);
    }
    return difference;
  }

  /** Returns the number of samples, S. */
  public int count() {
    return unary.length;
  }
}
