package org.gpchain.internal.training.hyper;

import java.util.Arrays;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.core.workspace.Workspace;

/**
 * A likelihood of two labels whose value is fixed except at one point.
 *
 * @param finiteAt first score of the point with the log likelihood −1; NaN for none
 * @param value log likelihood and gradient at all other points
 */
public record BrokenLikelihood(double finiteAt, double value) implements DifferentiableLikelihood {
  @Override
  public int labelCount() {
    return 2;
  }

  @Override
  public double logLikelihood(
      double[] unary, double[] pairwise, int[] labels, Workspace workspace) {
    return unary[0] == finiteAt ? -1 : value;
  }

  @Override
  public double logLikelihoodAndGradient(
      double[] unary,
      double[] pairwise,
      int[] labels,
      Workspace workspace,
      double[] unaryGradOut,
      double[] pairwiseGradOut) {
    double result = logLikelihood(unary, pairwise, labels, workspace);
    Arrays.fill(unaryGradOut, result);
    Arrays.fill(pairwiseGradOut, result);
    return result;
  }
}
