package org.gpchain.internal.training.bound;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.gp.posterior.GaussianComponent;
import org.gpchain.internal.training.descent.RestrictedObjective.Range;

/**
 * The layout of a {@code SparsePosterior}'s parameters in one vector: means {@code [K][V][M]},
 * logarithms of standard deviations {@code [K][V][M]}, mixture logits {@code [K]}, then means and
 * logarithms of standard deviations of the transition scores.
 *
 * @param components number of components K
 * @param labelCount number of labels V
 * @param inducing number of inducing points M
 */
public record ParameterLayout(int components, int labelCount, int inducing) {
  /** Bound of unary covariance parameters (supplement, §6.2). */
  private static final double UNARY_BOUND = 10;

  /** Bound of pairwise covariance parameters (supplement, §6.2). */
  private static final double PAIRWISE_BOUND = 20;

  /** Bound of parameters of means, beyond which values cannot be computed. */
  private static final double LARGEST_MEAN = 1e6;

  /** Checks the sizes. */
  public ParameterLayout {
    Checks.atLeast("components", components, 1);
    Checks.atLeast("labelCount", labelCount, 1);
    Checks.atLeast("inducing", inducing, 1);
  }

  /** Returns the number of label pairs. */
  int pairs() {
    return labelCount * labelCount;
  }

  /** Returns the range of the means of the inducing values. */
  public Range unaryMean() {
    return new Range(0, components * labelCount * inducing);
  }

  /** Returns the range of the covariances of the inducing values and of the mixture logits. */
  public Range unaryCovariance() {
    int from = unaryMean().to();
    return new Range(from, from + components * (labelCount * inducing + 1));
  }

  /** Returns the range of all parameters of the unary functions. */
  public Range allUnary() {
    return new Range(0, unaryCovariance().to());
  }

  /** Returns the range of the means of the transition scores. */
  public Range pairwiseMean() {
    int from = unaryCovariance().to();
    return new Range(from, from + pairs());
  }

  /** Returns the range of the covariances of the transition scores. */
  public Range pairwiseCovariance() {
    int from = pairwiseMean().to();
    return new Range(from, from + pairs());
  }

  /** Returns the range of all parameters of the pairwise functions. */
  public Range allPairwise() {
    return new Range(pairwiseMean().from(), pairwiseCovariance().to());
  }

  /** Returns the number of parameters. */
  public int parameterCount() {
    return pairwiseCovariance().to();
  }

  /** Returns the index of the first parameter of a component's covariances. */
  int covarianceOf(int component) {
    return unaryCovariance().from() + component * labelCount * inducing;
  }

  /** Returns the index of the first mixture logit. */
  int logits() {
    return unaryCovariance().to() - components;
  }

  /** Returns the weights of the mixture, which are the softmax of the logits. */
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
   * Returns the Gaussians over the inducing values.
   *
   * @param meanScale factors of the parameters of means, {@code [M]}
   */
  List<GaussianComponent> unaryComponents(double[] parameters, double[] meanScale) {
    int size = labelCount * inducing;
    return IntStream.range(0, components)
        .mapToObj(k -> component(parameters, k * size, covarianceOf(k), size, meanScale))
        .toList();
  }

  /** Returns the Gaussian over the transition scores, in units of their prior deviation. */
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

  /** Returns the largest absolute value among the parameters of a range. */
  static double largest(double[] parameters, Range range) {
    double largest = 0;
    for (int i = range.from(); i < range.to(); i++) {
      // NaN must not pass for small: once met, it stays the maximum.
      largest = Math.max(largest, Math.abs(parameters[i]));
    }
    return largest;
  }

  /**
   * Returns whether covariance parameters are within the bounds of the papers (supplement, §6.2).
   */
  public boolean covarianceIsWithinBounds(double[] parameters) {
    return largest(parameters, unaryCovariance()) <= UNARY_BOUND
        && largest(parameters, pairwiseCovariance()) <= PAIRWISE_BOUND;
  }

  /**
   * Returns whether the bound can be computed: the means are not too large, and the covariances are
   * within the bounds of the papers. A line search must step back from other parameters.
   */
  boolean isComputable(double[] parameters) {
    return largest(parameters, unaryMean()) <= LARGEST_MEAN
        && largest(parameters, pairwiseMean()) <= LARGEST_MEAN
        && covarianceIsWithinBounds(parameters);
  }
}
