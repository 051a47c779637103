package org.gpchain.training.mcmc;

import org.gpchain.core.math.Checks;

/**
 * A Gamma prior of a positive hyper-parameter, {@code h / unit ~ Gamma(shape, scale)}.
 *
 * @param unit what the hyper-parameter is divided by
 * @param shape of the distribution
 * @param scale of the distribution: its mean is shape times scale
 */
public record HyperPrior(double unit, double shape, double scale) {
  /** Of the variance h_p of the transitions (§5.1 of the paper): {@code h_p/10⁻⁴ ~ Gamma(1, 2)}. */
  public static final HyperPrior TRANSITIONS = new HyperPrior(1e-4, 1, 2);

  /** Of any other hyper-parameter: {@code h ~ Gamma(1, 2)}. */
  public static final HyperPrior OTHERS = new HyperPrior(1, 1, 2);

  /** Checks the numbers. */
  public HyperPrior {
    Checks.positive("unit", unit);
    Checks.positive("shape", shape);
    Checks.positive("scale", scale);
  }

  /**
   * The log density of {@code log h}, up to a constant: {@code shape · log h − h / (unit · scale)},
   * in which the Jacobian is one {@code log h}.
   */
  double logDensity(double logHyper) {
    return shape * logHyper - Math.exp(logHyper) / (unit * scale);
  }
}
