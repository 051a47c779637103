package org.gpchain.training.objective;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.SharedStateContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/**
 * Standard normal noise, sample after sample; with antithetic sampling every second one is the
 * first one's mirror image.
 */
final class NormalNoise {
  private final SharedStateContinuousSampler normal;
  private final boolean antithetic;
  private boolean mirror;

  NormalNoise(UniformRandomProvider rng, boolean antithetic) {
    this.normal = ZigguratSampler.NormalizedGaussian.of(rng);
    this.antithetic = antithetic;
  }

  /**
   * Makes the next sample.
   *
   * @param inOut {@code [0, count)} is overwritten; must be left alone between two calls
   */
  void next(double[] inOut, int count) {
    if (mirror) {
      for (int i = 0; i < count; i++) {
        inOut[i] = -inOut[i];
      }
    } else {
      for (int i = 0; i < count; i++) {
        inOut[i] = normal.sample();
      }
    }
    mirror = antithetic && !mirror;
  }
}
