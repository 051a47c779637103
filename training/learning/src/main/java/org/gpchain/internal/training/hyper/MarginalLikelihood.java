package org.gpchain.internal.training.hyper;

import java.util.Arrays;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.core.likelihood.PartialLabels;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.ScaledSums;

/**
 * The sum of the log marginal probabilities of the tokens' labels, {@code Σ_t log p(y_t | f, g)}.
 * The marginals are taken from the gradient {@code 1[y_t = v] − p(y_t = v)} of another likelihood.
 * This criterion evaluates marginal probabilities; the probability of a whole sentence would give
 * the transitions more weight.
 *
 * <p>For a token with an unknown label, the term is the logarithm of {@code Σ_v weight(v) p(y_t =
 * v)}, the probability of the observed annotation. It is 0 if the annotation carries no
 * information. If the labels of a token have probabilities, the term is {@code share Σ_v weight(v)
 * log p(y_t = v)}, where labels that share a probability have one summand with the sum of their
 * marginals.
 *
 * <p>Let c be the derivatives with respect to the marginals: {@code 1 / p(y_t)} for the label of a
 * token with a known label and 0 for its other labels; for unknown labels, the derivatives of the
 * terms above. The gradient is {@code J c} with the Jacobian J of the marginals. J is a covariance
 * matrix and therefore symmetric, so that {@code J c} is the directional derivative of the
 * marginals along c, which is computed as a difference quotient.
 *
 * <p>Below the probability ε, the logarithm is replaced by its tangent, {@code log ε + p/ε − 1}, so
 * that one wrong label cannot outweigh all others. Value and gradient remain continuous.
 *
 * @param likelihood likelihood with one label for each token
 * @param partial information about tokens with unknown labels; null if all labels are known
 */
record MarginalLikelihood(DifferentiableLikelihood likelihood, PartialLabels partial)
    implements DifferentiableLikelihood {
  /** Probability ε below which the logarithm is replaced by its tangent. */
  private static final double MIN_PROBABILITY = 1e-6;

  /** Maximum change of a score in the difference quotient of the marginals. */
  private static final double DIFFERENCE = 1e-5;

  @Override
  public int labelCount() {
    return likelihood.labelCount();
  }

  @Override
  public int pairwiseCount() {
    return likelihood.pairwiseCount();
  }

  /** Scratch space for shifted scores and gradients. */
  private static final class Scratch {
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
    Scratch scratch = workspace.scratch(Scratch.class, Scratch::new);
    scratch.prepare(labels.length * labelCount(), pairwise.length);
    int[] reference = referenceLabels(labels);
    likelihood.logLikelihoodAndGradient(
        unary, pairwise, reference, workspace, scratch.gradient, scratch.pairwise);
    double[] derivatives = new double[labels.length * labelCount()];
    return sum(scratch.gradient, reference, labels, derivatives);
  }

  /**
   * Returns the sum of the logarithms, and computes its derivatives with respect to the marginals.
   *
   * @param gradient gradient of the likelihood for the reference labels, {@code [T×V]}
   * @param reference see {@link #referenceLabels}
   * @param labels label number or code of each token
   * @param derivativesOut {@code [T×V]}; receives the derivatives
   */
  private double sum(double[] gradient, int[] reference, int[] labels, double[] derivativesOut) {
    int v = labelCount();
    double sum = 0;
    for (int t = 0; t < labels.length; t++) {
      boolean isUnknown = PartialLabels.isUnknown(labels[t]);
      boolean hasProbabilities = isUnknown && partial.isProbability(labels[t]);
      double annotationProbability = 0;
      for (int label = 0; label < v; label++) {
        double weight;
        if (isUnknown) {
          weight = partial.weights(labels[t])[label];
        } else {
          weight = labels[t] == label ? 1 : 0;
        }

        derivativesOut[t * v + label] = weight;
        if (weight > 0 && hasProbabilities) {
          double p = 0;
          int[] alike = partial.alike()[label];
          for (int other : alike) {
            p += marginal(gradient, reference, t, other);
          }
          sum += partial.share() * weight / alike.length * logarithm(p);
          derivativesOut[t * v + label] = partial.share() * weight * derivative(p);
        } else if (weight > 0) {
          annotationProbability += weight * marginal(gradient, reference, t, label);
        }
      }

      if (!hasProbabilities) {
        sum += logarithm(annotationProbability);
        ScaledSums.scale(derivative(annotationProbability), derivativesOut, t * v, v);
      }
    }
    return sum;
  }

  /**
   * Returns the labels for which the gradient of the likelihood is computed to obtain the
   * marginals: the given labels if all of them are known. Otherwise, any known labels will do.
   */
  private static int[] referenceLabels(int[] labels) {
    if (PartialLabels.isPartial(labels)) {
      return new int[labels.length];
    }
    return labels;
  }

  /** Returns the marginal probability of a label, from the gradient for the reference labels. */
  private double marginal(double[] gradient, int[] reference, int t, int label) {
    double indicator = reference[t] == label ? 1 : 0;
    return indicator - gradient[t * labelCount() + label];
  }

  /** Returns the logarithm, or its tangent for small probabilities. */
  private static double logarithm(double p) {
    double bounded = Math.max(MIN_PROBABILITY, p);
    return Math.log(bounded) + p / bounded - 1;
  }

  /** Returns the derivative of {@link #logarithm}. */
  private static double derivative(double p) {
    return 1 / Math.max(MIN_PROBABILITY, p);
  }

  /**
   * {@inheritDoc}
   *
   * <p>The gradient is a central difference of the marginals along c.
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
    Scratch scratch = workspace.scratch(Scratch.class, Scratch::new);
    scratch.prepare(count, pairwise.length);

    int[] reference = referenceLabels(labels);
    likelihood.logLikelihoodAndGradient(
        unary, pairwise, reference, workspace, scratch.gradient, scratch.pairwise);
    double[] direction = new double[count];
    double sum = sum(scratch.gradient, reference, labels, direction);

    double step = DIFFERENCE / Arrays.stream(direction).max().orElseThrow();
    move(unary, direction, step, scratch.unary);
    likelihood.logLikelihoodAndGradient(
        scratch.unary, pairwise, reference, workspace, scratch.gradient, scratch.pairwise);
    move(unary, direction, -step, scratch.unary);
    likelihood.logLikelihoodAndGradient(
        scratch.unary, pairwise, reference, workspace, unaryGradOut, pairwiseGradOut);

    difference(unaryGradOut, scratch.gradient, 2 * step, count);
    difference(pairwiseGradOut, scratch.pairwise, 2 * step, pairwise.length);
    return sum;
  }

  /** Writes the scores after a step along a direction to {@code out}. */
  private static void move(double[] unary, double[] direction, double step, double[] out) {
    System.arraycopy(unary, 0, out, 0, direction.length);
    ScaledSums.add(step, direction, direction.length, out);
  }

  /**
   * Replaces a gradient by the difference quotient of the marginals. A marginal is {@code 1[y = v]}
   * minus the gradient, so that a difference of marginals is the negative difference of gradients.
   *
   * @param belowInOut gradient after the step against the direction; receives the quotient
   * @param above gradient after the step along the direction; not modified
   * @param step distance between the two points
   */
  private static void difference(double[] belowInOut, double[] above, double step, int count) {
    for (int i = 0; i < count; i++) {
      belowInOut[i] = (belowInOut[i] - above[i]) / step;
    }
  }
}
