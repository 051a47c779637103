package org.gpchain.experiments.variance;

import java.util.Locale;

/** Parts of a sentence's latent gradient. */
enum GradientBlock {
  /** Of the means of unary scores. */
  UNARY_MEAN,
  /** Of the covariances of unary scores. */
  UNARY_COVARIANCE,
  /** Of the means of transition scores. */
  PAIRWISE_MEAN,
  /** Of the variances of transition scores. */
  PAIRWISE_COVARIANCE;

  /** The variance of this part. */
  double of(EstimatorVariance measured) {
    return switch (this) {
      case UNARY_MEAN -> measured.unaryMean();
      case UNARY_COVARIANCE -> measured.unaryCovariance();
      case PAIRWISE_MEAN -> measured.pairwiseMean();
      case PAIRWISE_COVARIANCE -> measured.pairwiseCovariance();
    };
  }

  /** The name in tables and plots. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
