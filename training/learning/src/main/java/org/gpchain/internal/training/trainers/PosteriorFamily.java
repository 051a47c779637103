package org.gpchain.internal.training.trainers;

import java.util.Locale;

/** The families of posteriors, by the names that users write. */
public enum PosteriorFamily {
  /** A mean weight for each feature, and a covariance in inducing points if there are any. */
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
