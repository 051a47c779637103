package org.gpchain.internal.training.hyper;

import java.util.Arrays;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.core.likelihood.PartialLabels;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.ScaledSums;

/**
 * How likely each token's label is by itself: {@code Σ_t log p(y_t | f, g)}, with the marginals of
 * a likelihood whose gradient is {@code 1[y_t = v] − p(y_t = v)}. It is what a user of marginal
 * probabilities wants to be large; the probability of a whole sentence gives the transitions more
 * weight.
 *
 * <p>Of a token whose label is not known it is the logarithm of {@code Σ_v weight(v) p(y_t = v)},
 * how likely it is that annotators leave behind what was found there; 0 if that says nothing. Where
 * labels have probabilities, it is {@code share Σ_v weight(v) log p(y_t = v)}, with one summand for
 * labels that share theirs, and the sum of their marginals in it.
 *
 * <p>Let c be the derivatives by the marginals: {@code 1 / p(y_t)} where the labels are and 0
 * elsewhere, and where a label is not known those of the logarithms above. The gradient is {@code J
 * c} with the derivatives J of the marginals, which are a covariance and so symmetric: it is the
 * derivative of the marginals in the direction c, taken as a difference.
 *
 * <p>Below the probability ε the logarithm goes on along its tangent, {@code log ε + p/ε − 1}, so
 * that one wrong label cannot outweigh all others; value and gradient stay continuous.
 *
 * @param likelihood with one label a token
 * @param partial what is known of tokens whose label is not; null if all labels are known
 */
record MarginalLikelihood(DifferentiableLikelihood likelihood, PartialLabels partial)
    implements DifferentiableLikelihood {
  private static final double LEAST_PROBABILITY = 1e-6;

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

  /** The sum of the logarithms, and its derivatives by the marginals, {@code [T×V]}. */
  private double sum(double[] gradient, int[] asked, int[] labels, double[] derivativesOut) {
    int v = labelCount();
    double sum = 0;
    for (int t = 0; t < labels.length; t++) {
      boolean isUnknown = PartialLabels.isUnknown(labels[t]);
      boolean isEach = isUnknown && partial.isProbability(labels[t]);
      double found = 0;
      for (int label = 0; label < v; label++) {
        double weight = isUnknown ? partial.weights(labels[t])[label] : labels[t] == label ? 1 : 0;
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
   * Labels whose gradient shows the marginals: the known ones, or any if they are not all known.
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

  @Override
  public double logLikelihoodAndGradient(
      double[] unary,
      double[] pairwise,
      int[] labels,
      Workspace workspace,
      double[] unaryGradOut,
      double[] pairwiseGradOut) {
    int count = labels.length * labelCount();
    Sides own = workspace.scratch(Sides.class, Sides::new);
    own.prepare(count, pairwise.length);
    int[] asked = asked(labels);
    likelihood.logLikelihoodAndGradient(
        unary, pairwise, asked, workspace, own.gradient, own.pairwise);
    double[] direction = new double[count];
    double sum = sum(own.gradient, asked, labels, direction);
    double step = DIFFERENCE / Arrays.stream(direction).max().orElseThrow();
    move(unary, direction, step, own.unary);
    likelihood.logLikelihoodAndGradient(
        own.unary, pairwise, asked, workspace, own.gradient, own.pairwise);
    move(unary, direction, -step, own.unary);
    likelihood.logLikelihoodAndGradient(
        own.unary, pairwise, asked, workspace, unaryGradOut, pairwiseGradOut);
    difference(unaryGradOut, own.gradient, 2 * step, count);
    difference(pairwiseGradOut, own.pairwise, 2 * step, pairwise.length);
    return sum;
  }

  private static void move(double[] unary, double[] direction, double step, double[] out) {
    System.arraycopy(unary, 0, out, 0, direction.length);
    ScaledSums.add(step, direction, direction.length, out);
  }

  /** Marginals are what is left of the labels when the gradient is taken off. */
  private static void difference(double[] belowInOut, double[] above, double step, int count) {
    for (int i = 0; i < count; i++) {
      belowInOut[i] = (belowInOut[i] - above[i]) / step;
    }
  }
}
