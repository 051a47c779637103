package org.gpchain.training.objective;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.math.Checks;
import org.gpchain.core.posterior.GaussianComponent;
import org.gpchain.training.optim.RestrictedObjective.Range;

/**
 * The layout of a {@code SparsePosterior}'s parameters in one vector: means {@code [K][V][M]},
 * covariances {@code [K][V][M or M×M]}, mixture logits {@code [K]}, then mean and covariance of the
 * transition scores.
 *
 * <p>Covariance parameters are the logarithms of standard deviations or, in a full factor, the
 * logarithms of its diagonal and the entries below it; what stands above the diagonal is not used.
 *
 * @param components K
 * @param labelCount V
 * @param inducing M
 */
public record ParameterLayout(
    int components, int labelCount, int inducing, CovarianceForm unary, CovarianceForm pairwise) {
  /** Bound of unary covariance parameters (supplement, §6.2). */
  public static final double UNARY_BOUND = 10;

  /** Bound of pairwise covariance parameters (supplement, §6.2). */
  public static final double PAIRWISE_BOUND = 20;

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
    return new Range(from, from + components * (labelCount * unary.size(inducing) + 1));
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
    return new Range(from, from + pairwise.size(pairs()));
  }

  public Range allPairwise() {
    return new Range(pairwiseMean().from(), pairwiseCovariance().to());
  }

  public int parameterCount() {
    return pairwiseCovariance().to();
  }

  /** First parameter of a component's covariances. */
  int covarianceOf(int component) {
    return unaryCovariance().from() + component * labelCount * unary.size(inducing);
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
    List<GaussianComponent> all = new ArrayList<>(components);
    for (int k = 0; k < components; k++) {
      all.add(
          component(
              unary,
              labelCount,
              inducing,
              parameters,
              k * labelCount * inducing,
              covarianceOf(k),
              meanScale));
    }
    return all;
  }

  /** The Gaussian over the transition scores, in units of their prior standard deviation. */
  GaussianComponent pairwiseComponent(double[] parameters, double[] meanScale) {
    return component(
        pairwise,
        1,
        pairs(),
        parameters,
        pairwiseMean().from(),
        pairwiseCovariance().from(),
        meanScale);
  }

  private static GaussianComponent component(
      CovarianceForm form,
      int blocks,
      int size,
      double[] parameters,
      int meanFrom,
      int covarianceFrom,
      double[] meanScale) {
    double[] mean = new double[blocks * size];
    for (int i = 0; i < mean.length; i++) {
      mean[i] = meanScale[i % size] * parameters[meanFrom + i];
    }
    if (form == CovarianceForm.DIAGONAL) {
      double[] deviation = new double[blocks * size];
      for (int i = 0; i < deviation.length; i++) {
        deviation[i] = Math.exp(parameters[covarianceFrom + i]);
      }
      return GaussianComponent.diagonal(mean, deviation);
    }
    double[][] factor = new double[blocks][size * size];
    for (int b = 0; b < blocks; b++) {
      int from = covarianceFrom + b * size * size;
      for (int i = 0; i < size; i++) {
        System.arraycopy(parameters, from + i * size, factor[b], i * size, i);
        factor[b][i * size + i] = Math.exp(parameters[from + i * size + i]);
      }
    }
    return GaussianComponent.full(mean, factor);
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

  /**
   * Whether absolute values of covariance parameters are within bounds (supplement, §6.2); the
   * parameters are not modified.
   */
  public boolean covarianceIsWithin(double[] parameters, double unaryBound, double pairwiseBound) {
    return largest(parameters, unaryCovariance()) <= unaryBound
        && largest(parameters, pairwiseCovariance()) <= pairwiseBound;
  }

  /**
   * Whether values can be computed at all: means are not enormous, covariances within the bounds of
   * the papers. A line search must step back into it.
   */
  boolean isComputable(double[] parameters) {
    return largest(parameters, unaryMean()) <= LARGEST_MEAN
        && largest(parameters, pairwiseMean()) <= LARGEST_MEAN
        && covarianceIsWithin(parameters, UNARY_BOUND, PAIRWISE_BOUND);
  }

  public enum CovarianceForm {
    /** Standard deviations of independent coordinates. */
    DIAGONAL,
    /** A lower triangular factor. */
    FULL;

    /** Number of parameters of one block of n coordinates. */
    int size(int n) {
      return this == DIAGONAL ? n : Math.multiplyExact(n, n);
    }
  }
}
