package org.gpchain.internal.core.kernel;

import java.util.Arrays;
import org.gpchain.internal.core.math.Checks;

/**
 * The Gaussian prior of a model: variances of the weights of each feature group, and of the
 * transition scores. Immutable.
 *
 * @param groupVariance prior variance σ_g² of the weights of each feature group, {@code [G]};
 *     copied when the prior is made and when it is read
 * @param transitionVariance prior variance σ_b² of the transition scores; 0 holds them at zero, as
 *     in a model without transitions
 */
public record Prior(double[] groupVariance, double transitionVariance) {
  /** Of a variance that covariances are computed with, as of its inverse. */
  private static final double LARGEST = 1e40;

  public Prior {
    groupVariance = groupVariance.clone();
    for (double variance : groupVariance) {
      Checks.positive("variance of a feature group", variance);
    }
    Checks.notNegative("transition variance", transitionVariance);
  }

  /**
   * Checks that covariances can be computed with the variances of the groups.
   *
   * @throws IllegalArgumentException if one is too large or too small
   */
  public void checkForCovariance() {
    for (double variance : groupVariance) {
      checkForCovariance("variance of a feature group", variance);
    }
  }

  /** Returns a positive number whose products with others like it are finite, and not zero. */
  public static double checkForCovariance(String name, double value) {
    if (value >= 1 / LARGEST && value <= LARGEST) {
      return value;
    }
    throw new IllegalArgumentException(
        name + " must be between " + 1 / LARGEST + " and " + LARGEST + ", was " + value);
  }

  public static Prior of(int groupCount, double variance, double transitionVariance) {
    double[] groupVariance = new double[groupCount];
    Arrays.fill(groupVariance, variance);
    return new Prior(groupVariance, transitionVariance);
  }

  /** Number of feature groups G. */
  public int groupCount() {
    return groupVariance.length;
  }

  /** Prior variance of each feature group, {@code [G]}; a new array. */
  @Override
  public double[] groupVariance() {
    return groupVariance.clone();
  }

  /** The additive linear kernel of this prior: {@code groupOfFeature [D]} is kept. */
  public AdditiveLinearKernel kernel(int[] groupOfFeature) {
    return new AdditiveLinearKernel(groupOfFeature, groupVariance);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Prior prior
        && Arrays.equals(groupVariance, prior.groupVariance)
        && Double.compare(transitionVariance, prior.transitionVariance) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(groupVariance) + Double.hashCode(transitionVariance);
  }

  @Override
  public String toString() {
    return "Prior[groups=%s, transitions=%s]"
        .formatted(Arrays.toString(groupVariance), transitionVariance);
  }
}
