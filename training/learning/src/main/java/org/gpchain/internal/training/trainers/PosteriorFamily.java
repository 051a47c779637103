package org.gpchain.internal.training.trainers;

import java.util.Locale;

/**
 * A family of approximate posteriors. Users write the names in lower case, such as {@code sparse}.
 */
public enum PosteriorFamily {
  /** A mean weight for each feature and, with inducing points, a covariance in these points. */
  DECOUPLED,

  /** Mean and covariance in inducing points, with any kernel. */
  SPARSE,

  /** Samples of the posterior. */
  SAMPLES;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
