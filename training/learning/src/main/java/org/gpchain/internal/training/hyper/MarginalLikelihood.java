package org.gpchain.internal.training.hyper;

import java.util.Arrays;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.core.likelihood.PartialLabels;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.ScaledSums;

/**
 * The likelihood of each token's label by itself: {@code Σ_t log p(y_t | f, g)}, with the marginals
 * of a likelihood whose gradient is {@code 1[y_t = v] − p(y_t = v)}. It judges marginal
 * probabilities; the probability of a whole sentence gives the transitions more weight.
 *
 * <p>For a token with an unknown label, the term is the logarithm of {@code Σ_v weight(v) p(y_t =
 * v)}, the probability of the observed annotation; it is 0 if the annotation says nothing. If the
 * labels of a token have probabilities, the term is {@code share Σ_v weight(v) log p(y_t = v)},
 * where labels that share a probability have one summand with the sum of their marginals.
 *
 * <p>Let c be the derivatives by the marginals: {@code 1 / p(y_t)} for known labels and 0 for all
 * others, and the derivatives of the terms above for unknown labels. The gradient is {@code J c}
 * with the derivatives J of the marginals. J is a covariance and so symmetric: {@code J c} is the
 * derivative of the marginals in the direction c, computed as a difference.
 *
 * <p>Below the probability ε, the logarithm is continued along its tangent, {@code log ε + p/ε −
 * 1}, so that one wrong label cannot outweigh all others. Value and gradient stay continuous.
 *
 * @param likelihood likelihood with one label for each token
 * @param partial information about tokens with unknown labels; null if all labels are known
 */
record MarginalLikelihood(DifferentiableLikelihood likelihood, PartialLabels partial)
    implements DifferentiableLikelihood {
  /** The probability ε below which the logarithm is continued along its tangent. */
  private static final double LEAST_PROBABILITY = 1e-6;

  /** Largest change of a score in the difference quotient of the marginals. */
  private static final double DIFFERENCE = 1e-5;

  @Override
  public int labelCount() {
    return likelihood.labelCount();
  }

  @Override
  public int pairwiseCount() {
    return likelihood.pairwiseCount();
  }

  /** Scratch space: scores on both sides, and their gradients. */
  private static final class Sides {
    private double[] unary = {};
    private double[] gradient = {};
    private double[] pairwise = {};

    void prepare(int unaryCount, int pairs) {
      unary = Workspace.ensure(unary, unaryCount);
      gradient = Workspace.ensure(gradient, unaryCount);
      if (pairwise.length != pairs) {
        pairwise = new double[pairs];
      }
    }
  }

  @Override
  public double logLikelihood(
      double[] unary, double[] pairwise, int[] labels, Workspace workspace) {
    Sides own = workspace.scratch(Sides.class, Sides::new);
    own.prepare(labels.length * labelCount(), pairwise.length);
    int[] asked = asked(labels);
    likelihood.logLikelihoodAndGradient(
        unary, pairwise, asked, workspace, own.gradient, own.pairwise);
    return sum(own.gradient, asked, labels, new double[labels.length * labelCount()]);
  }

  /**
   * Returns the sum of the logarithms, and writes its derivatives by the marginals.
   *
   * @param gradient gradient of the likelihood for the labels {@code asked}, {@code [T×V]}
   * @param derivativesOut {@code [T×V]}; overwritten
   */
  private double sum(double[] gradient, int[] asked, int[] labels, double[] derivativesOut) {
    int v = labelCount();
    double sum = 0;
    for (int t = 0; t < labels.length; t++) {
      boolean isUnknown = PartialLabels.isUnknown(labels[t]);
      boolean isEach = isUnknown && partial.isProbability(labels[t]);
      double found = 0;
      for (int label = 0; label < v; label++) {
        double weight;
        if (isUnknown) {
          weight = partial.weights(labels[t])[label];
        } else {
          weight = labels[t] == label ? 1 : 0;
        }
        derivativesOut[t * v + label] = weight;
        if (weight > 0 && isEach) {
          double p = 0;
          int[] alike = partial.alike()[label];
          for (int other : alike) {
            p += marginal(gradient, asked, t, other);
          }
          sum += partial.share() * weight / alike.length * logarithm(p);
          derivativesOut[t * v + label] = partial.share() * weight * derivative(p);
        } else if (weight > 0) {
          found += weight * marginal(gradient, asked, t, label);
        }
      }
      if (!isEach) {
        sum += logarithm(found);
        ScaledSums.scale(derivative(found), derivativesOut, t * v, v);
      }
    }
    return sum;
  }

  /**
   * Returns labels for which the gradient gives the marginals: the given labels if all of them are
   * known, otherwise any labels.
   */
  private static int[] asked(int[] labels) {
    return PartialLabels.isPartial(labels) ? new int[labels.length] : labels;
  }

  private double marginal(double[] gradient, int[] asked, int t, int label) {
    return (asked[t] == label ? 1 : 0) - gradient[t * labelCount() + label];
  }

  private static double logarithm(double p) {
    double bounded = Math.max(LEAST_PROBABILITY, p);
    return Math.log(bounded) + p / bounded - 1;
  }

  private static double derivative(double p) {
    return 1 / Math.max(LEAST_PROBABILITY, p);
  }

  /**
   * {@inheritDoc}
   *
   * <p>The gradient is a central difference of the marginals in the direction c. The parameters are
   * those of the interface {@link DifferentiableLikelihood}.
   */
  @Override
  public double logLikelihoodAndGradient(
      double[] unary,
      double[] pairwise,
      int[] labels,
      Workspace workspace,
      double[] unaryGradOut,
      double[] pairwiseGradOut) {
    int count = labels.length * labelCount();
    Sides sides = workspace.scratch(Sides.class, Sides::new);
    sides.prepare(count, pairwise.length);

    // The marginals give the value and the direction c.
    int[] asked = asked(labels);
    likelihood.logLikelihoodAndGradient(
        unary, pairwise, asked, workspace, sides.gradient, sides.pairwise);
    double[] direction = new double[count];
    double sum = sum(sides.gradient, asked, labels, direction);

    // The gradients on both sides, a small step along the direction and against it.
    double step = DIFFERENCE / Arrays.stream(direction).max().orElseThrow();
    move(unary, direction, step, sides.unary);
    likelihood.logLikelihoodAndGradient(
        sides.unary, pairwise, asked, workspace, sides.gradient, sides.pairwise);
    move(unary, direction, -step, sides.unary);
    likelihood.logLikelihoodAndGradient(
        sides.unary, pairwise, asked, workspace, unaryGradOut, pairwiseGradOut);

    difference(unaryGradOut, sides.gradient, 2 * step, count);
    difference(pairwiseGradOut, sides.pairwise, 2 * step, pairwise.length);
    return sum;
  }

  private static void move(double[] unary, double[] direction, double step, double[] out) {
    System.arraycopy(unary, 0, out, 0, direction.length);
    ScaledSums.add(step, direction, direction.length, out);
  }

  /**
   * Replaces gradients by the difference quotient of the marginals. A marginal is {@code 1[y = v]}
   * minus the gradient, so the difference of marginals is the negative difference of gradients.
   *
   * @param belowInOut gradient against the direction; overwritten
   * @param above gradient along the direction; not modified
   * @param step distance between the two points
   */
  private static void difference(double[] belowInOut, double[] above, double step, int count) {
    for (int i = 0; i < count; i++) {
      belowInOut[i] = (belowInOut[i] - above[i]) / step;
    }
  }
}
