package org.gpchain.internal.training.mcmc;

import org.gpchain.internal.core.math.Checks;

/**
 * Settings of a sampler.
 *
 * @param steps steps of elliptical slice sampling of each chain
 * @param burnIn how many of them, the first ones, give no sample
 * @param thinning one step in so many gives a sample
 * @param hyperEvery hyper-parameters are sampled after so many steps; 0: they are fixed
 * @param transitions prior of the transitions' variance; null if it is fixed
 * @param others prior of the hyper-parameters of the unary scores; null if they are fixed
 * @param seed of all randomness
 */
public record McmcSettings(
    long steps,
    long burnIn,
    int thinning,
    int hyperEvery,
    HyperPrior transitions,
    HyperPrior others,
    long seed) {
  public McmcSettings {
    Checks.atLeast("thinning", thinning, 1);
    Checks.atLeast("hyperEvery", hyperEvery, 0);
    if (!(steps >= 1 && burnIn >= 0 && burnIn < steps)) {
      throw new IllegalArgumentException(
          "burn-in must be shorter than the chain, were " + burnIn + " of " + steps + " steps");
    }
  }

  /**
   * A Gamma prior of a positive hyper-parameter, {@code h / unit ~ Gamma(shape, scale)}.
   *
   * @param unit what the hyper-parameter is divided by
   * @param shape of the distribution
   * @param scale of the distribution: its mean is shape times scale
   */
  public record HyperPrior(double unit, double shape, double scale) {
    /**
     * The prior of the variance h_p of the transitions (§5.1 of the paper): {@code h_p/10⁻⁴ ~
     * Gamma(1, 2)}.
     */
    public static final HyperPrior TRANSITIONS = new HyperPrior(1e-4, 1, 2);

    /** The prior of any other hyper-parameter: {@code h ~ Gamma(1, 2)}. */
    public static final HyperPrior OTHERS = new HyperPrior(1, 1, 2);

    public HyperPrior {
      Checks.positive("unit", unit);
      Checks.positive("shape", shape);
      Checks.positive("scale", scale);
    }

    /**
     * The log density of {@code log h}, up to a constant: {@code shape · log h − h / (unit ·
     * scale)}, in which the Jacobian is one {@code log h}.
     */
    double logDensity(double logHyper) {
      return shape * logHyper - Math.exp(logHyper) / (unit * scale);
    }
  }
}
