package org.gpchain.internal.gp.posterior;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.SharedStateContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.posterior.LatentGaussian;
import org.gpchain.internal.core.posterior.LatentSamples;
import org.gpchain.internal.gp.algebra.Cholesky;

/**
 * The latent Gaussian of one sentence with its full covariance: for each label, a joint Gaussian
 * over the scores of the T tokens (Galliani et al. 2017, Theorem 3), and a Gaussian over the
 * transition scores g. Arrays are shared with the caller, not copied.
 *
 * @param unaryMean {@code E[f]}, {@code [T×V]} row-major
 * @param unaryFactor factor C_v of the covariance {@code Σ_v = C_v C_vᵀ} of each label v, {@code
 *     [T×T]} each
 * @param pairwiseMean {@code E[g]}, {@code [V×V]}
 * @param pairwiseDeviation standard deviations of g, {@code [V×V]}; null if g has a full covariance
 * @param pairwiseFactor factor of the covariance of g, {@code [V²×V²]}; null if it is diagonal
 */
public record JointGaussian(
    double[] unaryMean,
    List<Cholesky> unaryFactor,
    double[] pairwiseMean,
    double[] pairwiseDeviation,
    Cholesky pairwiseFactor) {
  /**
   * Creates a Gaussian.
   *
   * @throws IllegalArgumentException if the shapes do not fit, or g has no covariance or two
   */
  public JointGaussian {
    int v = Checks.atLeast("number of factors", unaryFactor.size(), 1);
    int length = unaryFactor.get(0).size();
    for (Cholesky factor : unaryFactor) {
      Checks.length("unaryFactor", factor.size(), length, "[T]");
    }
    Checks.length("unaryMean", unaryMean.length, (long) length * v, "[T×V]");
    Checks.length("pairwiseMean", pairwiseMean.length, (long) v * v, "[V×V]");
    if ((pairwiseDeviation == null) == (pairwiseFactor == null)) {
      throw new IllegalArgumentException("g has either deviations or a factor");
    }
    int spread = pairwiseFactor == null ? pairwiseDeviation.length : pairwiseFactor.size();
    Checks.length("covariance of g", spread, pairwiseMean.length, "[V×V]");
  }

  /** Returns the number of tokens, T. */
  public int length() {
    return unaryFactor.get(0).size();
  }

  /** Returns the number of labels, V. */
  public int labelCount() {
    return unaryFactor.size();
  }

  /** Returns the number of standard normal variates for one sample, T·V + V². */
  public int noiseCount() {
    return unaryMean.length + pairwiseMean.length;
  }

  /**
   * Draws deviations from the means, see {@link LatentGaussian}. The same seed gives the same
   * deviations.
   */
  public LatentSamples draw(long seed, int count) {
    return draw(RandomSource.XO_SHI_RO_256_PP.create(seed), count);
  }

  /** Draws deviations from the means with a given generator of random numbers. */
  public LatentSamples draw(UniformRandomProvider rng, int count) {
    SharedStateContinuousSampler normal = ZigguratSampler.NormalizedGaussian.of(rng);
    float[][] unary = new float[count][];
    float[][] pairwise = new float[count][];
    JointSampler sampler = new JointSampler(this);
    double[] noise = new double[noiseCount()];
    double[] unaryValue = new double[unaryMean.length];
    double[] pairwiseValue = new double[pairwiseMean.length];

    for (int s = 0; s < count; s++) {
      Arrays.setAll(noise, i -> normal.sample());
      sampler.transform(noise, unaryValue, pairwiseValue);
      unary[s] = LatentSamples.difference(unaryValue, unaryMean);
      pairwise[s] = LatentSamples.difference(pairwiseValue, pairwiseMean);
    }
    return new LatentSamples(unary, pairwise);
  }
}
