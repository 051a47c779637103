package org.gpchain.internal.core.posterior;

import org.gpchain.internal.core.math.Checks;

/**
 * Deviations of S samples from the mean of one sentence's latent Gaussian. Kept fixed while the
 * mean moves, they make the expected log-likelihood a smooth function of the mean (common random
 * numbers).
 *
 * @param unary {@code [S][T×V]}; kept
 * @param pairwise {@code [S][V×V]}; kept
 */
public record LatentSamples(float[][] unary, float[][] pairwise) {
  public LatentSamples {
    Checks.atLeast("number of samples", unary.length, 1);
    Checks.length("pairwise", pairwise.length, unary.length, "[S]");
  }

  /** Returns a sample less the mean as a new array. */
  public static float[] difference(double[] sample, double[] mean) {
    float[] difference = new float[mean.length];
    for (int i = 0; i < mean.length; i++) {
      difference[i] = (float) (sample[i] - mean[i]);
    }
    return difference;
  }

  public int count() {
    return unary.length;
  }
}
