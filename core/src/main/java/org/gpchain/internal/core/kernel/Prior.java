package org.gpchain.internal.core.kernel;

import java.util.Arrays;
import org.gpchain.internal.core.math.Checks;

/**
 * The Gaussian prior of a model: the variances of the weights of each feature group, and of the
 * transition scores. Immutable; arrays are copied.
 *
 * @param groupVariance prior variance σ_g² of the weights of each feature group, {@code [G]}
 * @param transitionVariance prior variance σ_b² of the transition scores. If it is 0, all
 *     transition scores are zero, as in a model without transitions.
 */
public record Prior(double[] groupVariance, double transitionVariance) {
  /** Maximum of a variance from which covariances are computed, and of its inverse. */
  private static final double LARGEST = 1e40;

  /**
   * Creates a prior.
   *
   * @throws IllegalArgumentException if a group variance is not positive, or the transition
   *     variance is negative
   */
  public Prior {
    groupVariance = groupVariance.clone();
    for (double variance : groupVariance) {
      Checks.positive("variance of a feature group", variance);
    }
    Checks.notNegative("transition variance", transitionVariance);
  }

  /**
   * Checks that covariances can be computed from the variances of the groups.
   *
   * @throws IllegalArgumentException if a variance is too large or too small
   */
  public void checkForCovariance() {
    for (double variance : groupVariance) {
      checkForCovariance("variance of a feature group", variance);
    }
  }

  /**
   * Returns a variance, after checking that products of such variances are neither infinite nor 0.
   *
   * @param name name of the variance for the error message
   * @throws IllegalArgumentException if the variance is too large or too small
   */
  public static double checkForCovariance(String name, double value) {
    if (value >= 1 / LARGEST && value <= LARGEST) {
      return value;
    }
    throw new IllegalArgumentException(
        name + " must be between " + 1 / LARGEST + " and " + LARGEST + ", was " + value);
  }

  /** Returns a prior with the same variance for all groups. */
  public static Prior of(int groupCount, double variance, double transitionVariance) {
    double[] groupVariance = new double[groupCount];
    Arrays.fill(groupVariance, variance);
    return new Prior(groupVariance, transitionVariance);
  }

  /** Returns the number of feature groups, G. */
  public int groupCount() {
    return groupVariance.length;
  }

  /** Returns the prior variance of each feature group, {@code [G]}; a new array. */
  @Override
  public double[] groupVariance() {
    return groupVariance.clone();
  }

  /**
   * Returns the additive linear kernel of this prior.
   *
   * @param groupOfFeature index of the group of each feature, {@code [D]}; retained, not copied
   */
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
