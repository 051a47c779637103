package org.gpchain.experiments.papers;

import java.util.Locale;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.training.mcmc.McmcSettings;
import org.gpchain.internal.training.mcmc.McmcSettings.HyperPrior;

/**
 * How GP-ESS samples.
 *
 * @param steps of elliptical slice sampling; the first third gives no sample
 * @param thinning one step in so many gives a sample
 * @param hyper which hyper-parameters are sampled
 */
record EssForm(long steps, int thinning, int chains, Hyper hyper) {
  /** As in the paper: fixed hyper-parameters, h_p = 1. */
  static final EssForm PAPER = new EssForm(250_000, 1_000, 1, Hyper.FIXED);

  /** Steps between samples of hyper-parameters, as in the paper. */
  private static final int HYPER_EVERY = 1_000;

  /** Which hyper-parameters are sampled, by prior whitening. */
  enum Hyper {
    /** None. */
    FIXED,
    /** The variance h_p of the transitions, as in the paper. */
    TRANSITIONS,
    /** That, and the variances of the unary scores. */
    ALL;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Checks the numbers. */
  EssForm {
    Checks.atLeast("--ess-chains", chains, 1);
    Checks.atLeast("--ess-thinning", thinning, 1);
    if (steps < 6L * thinning) {
      throw new IllegalArgumentException(
          "--ess-steps must be at least six times --ess-thinning, were "
              + steps
              + " and "
              + thinning);
    }
  }

  /** The same with other hyper-parameters sampled. */
  EssForm with(Hyper other) {
    return new EssForm(steps, thinning, chains, other);
  }

  /** The settings of a chain. */
  McmcSettings settings(long seed) {
    return new McmcSettings(
        steps,
        steps / 3,
        thinning,
        hyper == Hyper.FIXED ? 0 : HYPER_EVERY,
        hyper == Hyper.FIXED ? null : HyperPrior.TRANSITIONS,
        hyper == Hyper.ALL ? HyperPrior.OTHERS : null,
        seed);
  }
}
