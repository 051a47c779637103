package org.gpchain.experiments.papers;

import java.util.Locale;
import java.util.Optional;

/** The methods to compare. */
enum GpstructMethod {
  /** The papers' GP-ESS: posterior samples by elliptical slice sampling. */
  GP_ESS(PublishedMethod.GP_ESS),
  /** The papers' GP-VAR-B: bound over all sentences, score function estimator. */
  GP_VAR_B(PublishedMethod.GP_VAR_B),
  /** The papers' GP-VAR-S: inducing points, score function estimator. */
  GP_VAR_S(PublishedMethod.GP_VAR_S),
  /** GP-VAR-P: piecewise pseudo-likelihood, transitions relative to label frequencies. */
  GP_VAR_P(PublishedMethod.GP_VAR_P),
  /** The papers' GP-VAR-P, in which each factor learns the label frequencies. */
  GP_VAR_P_UNCORRECTED(PublishedMethod.GP_VAR_P),
  /** The posterior of GP-VAR-S, learned with gradients of the likelihood. */
  PATHWISE(null),
  /** Prediction with the mean of the decoupled posterior. */
  DECOUPLED(null),
  /**
   * Prediction with the mean of the decoupled posterior and a learned variance per template line.
   */
  KERNEL_LEARNING(null);

  private final PublishedMethod published;

  GpstructMethod(PublishedMethod published) {
    this.published = published;
  }

  /** Returns the papers' method, or empty if the method is not in the papers. */
  Optional<PublishedMethod> published() {
    return Optional.ofNullable(published);
  }

  /** Returns the name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
