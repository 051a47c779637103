package org.gpchain.experiments.papers;

import java.util.Locale;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.training.mcmc.McmcSettings;
import org.gpchain.internal.training.mcmc.McmcSettings.HyperPrior;

/**
 * Settings of GP-ESS.
 *
 * @param steps number of steps of elliptical slice sampling; the first third is burn-in
 * @param thinning number of steps per sample
 * @param chains number of chains
 * @param hyper the hyper-parameters to sample
 */
record EssForm(long steps, int thinning, int chains, Hyper hyper) {
  /** The settings of the paper, with fixed hyper-parameters and h_p = 1. */
  static final EssForm PAPER = new EssForm(250_000, 1_000, 1, Hyper.FIXED);

  /** Number of steps between samples of hyper-parameters, as in the paper. */
  private static final int HYPER_EVERY = 1_000;

  /** The hyper-parameters that are sampled with prior whitening. */
  enum Hyper {
    /** No hyper-parameters. */
    FIXED,
    /** The variance h_p of the transitions, as in the paper. */
    TRANSITIONS,
    /** The variances of the transitions and the unary scores. */
    ALL;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Checks the settings.
   *
   * @throws IllegalArgumentException if a setting is out of range
   */
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

  /** Returns these settings with other hyper-parameters to sample. */
  EssForm with(Hyper other) {
    return new EssForm(steps, thinning, chains, other);
  }

  /** Returns the settings of a chain with a seed. */
  McmcSettings settings(long seed) {
    int hyperEvery = 0;
    HyperPrior transitions = null;
    HyperPrior others = null;
    if (hyper != Hyper.FIXED) {
      hyperEvery = HYPER_EVERY;
      transitions = HyperPrior.TRANSITIONS;
    }
    if (hyper == Hyper.ALL) {
      others = HyperPrior.OTHERS;
    }
    return new McmcSettings(steps, steps / 3, thinning, hyperEvery, transitions, others, seed);
  }
}
