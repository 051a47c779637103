package org.gpchain.internal.training.mcmc;

import org.gpchain.internal.core.math.Checks;

/**
 * Settings of a sampler.
 *
 * @param steps number of steps of elliptical slice sampling of each chain
 * @param burnIn number of initial steps that give no samples
 * @param thinning number of steps per sample after the burn-in
 * @param hyperEvery number of steps between two samplings of the hyper-parameters; 0 if they are
 *     fixed
 * @param transitions prior of the variance of the transitions; null if the variance is fixed
 * @param others prior of the hyper-parameters of the unary scores; null if they are fixed
 * @param seed seed of all random numbers
 */
public record McmcSettings(
    long steps,
    long burnIn,
    int thinning,
    int hyperEvery,
    HyperPrior transitions,
    HyperPrior others,
    long seed) {
  /** Checks the ranges. */
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
   * @param unit unit in which the hyper-parameter h is measured
   * @param shape shape of the Gamma distribution
   * @param scale scale of the Gamma distribution, whose mean is shape times scale
   */
  public record HyperPrior(double unit, double shape, double scale) {
    /**
     * The prior of the variance h_p of the transitions (§5.1 of the paper): {@code h_p/10⁻⁴ ~
     * Gamma(1, 2)}.
     */
    public static final HyperPrior TRANSITIONS = new HyperPrior(1e-4, 1, 2);

    /** The prior of any other hyper-parameter: {@code h ~ Gamma(1, 2)}. */
    public static final HyperPrior OTHERS = new HyperPrior(1, 1, 2);

    /** Checks that all parameters are positive. */
    public HyperPrior {
      Checks.positive("unit", unit);
      Checks.positive("shape", shape);
      Checks.positive("scale", scale);
    }

    /**
     * Returns the log density of {@code log h} up to a constant, {@code shape · log h − h / (unit ·
     * scale)}. The Jacobian contributes one {@code log h}.
     */
    double logDensity(double logHyper) {
      return shape * logHyper - Math.exp(logHyper) / (unit * scale);
    }
  }
}
