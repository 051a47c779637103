package org.gpchain.experiments.papers;

import java.util.Locale;
import java.util.Optional;

/** Ways of learning that are compared. */
enum GpstructMethod {
  /** The papers' GP-ESS: samples of the posterior by elliptical slice sampling. */
  GP_ESS(PublishedMethod.GP_ESS),
  /** The papers' GP-VAR-B: the bound of all sentences, score function estimator. */
  GP_VAR_B(PublishedMethod.GP_VAR_B),
  /** The papers' GP-VAR-S: inducing points, score function estimator. */
  GP_VAR_S(PublishedMethod.GP_VAR_S),
  /** GP-VAR-P: piecewise pseudo-likelihood, transitions relative to labels' frequencies. */
  GP_VAR_P(PublishedMethod.GP_VAR_P),
  /** The papers' GP-VAR-P, each of whose factors learns labels' frequencies. */
  GP_VAR_P_UNCORRECTED(PublishedMethod.GP_VAR_P),
  /** The same posterior, learned with gradients of the likelihood. */
  PATHWISE(null),
  /** The decoupled posterior's plug-in mean. */
  DECOUPLED(null),
  /** The plug-in mean with a learned variance for each template line. */
  KERNEL_LEARNING(null);

  private final PublishedMethod published;

  GpstructMethod(PublishedMethod published) {
    this.published = published;
  }

  /** The same method in the papers, if it is one of theirs. */
  Optional<PublishedMethod> published() {
    return Optional.ofNullable(published);
  }

  /** The name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
