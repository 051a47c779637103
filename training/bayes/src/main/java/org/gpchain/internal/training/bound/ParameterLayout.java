package org.gpchain.internal.training.bound;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.gp.posterior.GaussianComponent;
import org.gpchain.internal.training.optim.RestrictedObjective.Range;

/**
 * The layout of a {@code SparsePosterior}'s parameters in one vector: means {@code [K][V][M]},
 * logarithms of standard deviations {@code [K][V][M]}, mixture logits {@code [K]}, then means and
 * logarithms of standard deviations of the transition scores.
 *
 * @param components K
 * @param labelCount V
 * @param inducing M
 */
public record ParameterLayout(int components, int labelCount, int inducing) {
  /** Bound of unary covariance parameters (supplement, §6.2). */
  private static final double UNARY_BOUND = 10;

  /** Bound of pairwise covariance parameters (supplement, §6.2). */
  private static final double PAIRWISE_BOUND = 20;

  private static final double LARGEST_MEAN = 1e6;

  public ParameterLayout {
    Checks.atLeast("components", components, 1);
    Checks.atLeast("labelCount", labelCount, 1);
    Checks.atLeast("inducing", inducing, 1);
  }

  int pairs() {
    return labelCount * labelCount;
  }

  public Range unaryMean() {
    return new Range(0, components * labelCount * inducing);
  }

  /** The covariances of the inducing values, and the logits of the mixture's weights. */
  public Range unaryCovariance() {
    int from = unaryMean().to();
    return new Range(from, from + components * (labelCount * inducing + 1));
  }

  public Range allUnary() {
    return new Range(0, unaryCovariance().to());
  }

  public Range pairwiseMean() {
    int from = unaryCovariance().to();
    return new Range(from, from + pairs());
  }

  public Range pairwiseCovariance() {
    int from = pairwiseMean().to();
    return new Range(from, from + pairs());
  }

  public Range allPairwise() {
    return new Range(pairwiseMean().from(), pairwiseCovariance().to());
  }

  public int parameterCount() {
    return pairwiseCovariance().to();
  }

  /** First parameter of a component's covariances. */
  int covarianceOf(int component) {
    return unaryCovariance().from() + component * labelCount * inducing;
  }

  /** First of the mixture's logits. */
  int logits() {
    return unaryCovariance().to() - components;
  }

  /** The weights of the mixture: the softmax of the logits. */
  double[] weights(double[] parameters) {
    double[] weights = new double[components];
    double max = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < components; k++) {
      max = Math.max(max, parameters[logits() + k]);
    }
    double sum = 0;
    for (int k = 0; k < components; k++) {
      weights[k] = Math.exp(parameters[logits() + k] - max);
      sum += weights[k];
    }
    for (int k = 0; k < components; k++) {
      weights[k] /= sum;
    }
    return weights;
  }

  /**
   * The Gaussians over the inducing values.
   *
   * @param meanScale what a parameter of a mean is multiplied by, {@code [M]}
   */
  List<GaussianComponent> unaryComponents(double[] parameters, double[] meanScale) {
    int size = labelCount * inducing;
    return IntStream.range(0, components)
        .mapToObj(k -> component(parameters, k * size, covarianceOf(k), size, meanScale))
        .toList();
  }

  /** The Gaussian over the transition scores, in units of their prior standard deviation. */
  GaussianComponent pairwiseComponent(double[] parameters, double[] meanScale) {
    return component(
        parameters, pairwiseMean().from(), pairwiseCovariance().from(), pairs(), meanScale);
  }

  private static GaussianComponent component(
      double[] parameters, int meanFrom, int deviationFrom, int size, double[] meanScale) {
    double[] mean = new double[size];
    double[] deviation = new double[size];
    Arrays.setAll(mean, i -> meanScale[i % meanScale.length] * parameters[meanFrom + i]);
    Arrays.setAll(deviation, i -> Math.exp(parameters[deviationFrom + i]));
    return GaussianComponent.diagonal(mean, deviation);
  }

  /** The largest absolute value among covariance parameters of a block. */
  static double largest(double[] parameters, Range range) {
    double largest = 0;
    for (int i = range.from(); i < range.to(); i++) {
      // NaN must not pass for small: once met, it stays the maximum.
      largest = Math.max(largest, Math.abs(parameters[i]));
    }
    return largest;
  }

  /** Whether covariance parameters are within the bounds of the papers (supplement, §6.2). */
  public boolean covarianceIsWithinBounds(double[] parameters) {
    return largest(parameters, unaryCovariance()) <= UNARY_BOUND
        && largest(parameters, pairwiseCovariance()) <= PAIRWISE_BOUND;
  }

  /**
   * Whether values can be computed at all: means are not enormous, covariances within the bounds of
   * the papers. A line search must step back into it.
   */
  boolean isComputable(double[] parameters) {
    return largest(parameters, unaryMean()) <= LARGEST_MEAN
        && largest(parameters, pairwiseMean()) <= LARGEST_MEAN
        && covarianceIsWithinBounds(parameters);
  }
}
