package org.gpchain.internal.training.bound;

import org.gpchain.core.Draws;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.core.workspace.Workspace;

/**
 * A likelihood whose expectations have closed forms: {@code log p(y | f, g) = −½ Σ_t Σ_v (f_tv −
 * c_tv)² − ½ Σ (g − d)²} up to a constant, where c_t depends on the label y_t.
 */
public final class GaussianLikelihood implements DifferentiableLikelihood {
  private final int labelCount;
  private final double[] unaryCentre;
  private final double[] pairwiseCentre;

  /** Makes a likelihood with random centers. */
  public GaussianLikelihood(int labelCount, Draws draws) {
    this.labelCount = labelCount;
    this.unaryCentre = draws.normals(labelCount * labelCount, 1);
    this.pairwiseCentre = draws.normals(labelCount * labelCount, 1);
  }

  @Override
  public int labelCount() {
    return labelCount;
  }

  /** Returns the center c of a token with a label. */
  public double unaryCentre(int label, int v) {
    return unaryCentre[label * labelCount + v];
  }

  /** Returns the centers d of the transitions. */
  public double[] pairwiseCentre() {
    return pairwiseCentre;
  }

  @Override
  public double logLikelihood(
      double[] unary, double[] pairwise, int[] labels, Workspace workspace) {
    return logLikelihoodAndGradient(
        unary,
        pairwise,
        labels,
        workspace,
        new double[labels.length * labelCount],
        new double[labelCount * labelCount]);
  }

  @Override
  public double logLikelihoodAndGradient(
      double[] unary,
      double[] pairwise,
      int[] labels,
      Workspace workspace,
      double[] unaryGradOut,
      double[] pairwiseGradOut) {
    double value = 0;
    for (int t = 0; t < labels.length; t++) {
      for (int v = 0; v < labelCount; v++) {
        int i = t * labelCount + v;
        unaryGradOut[i] = unaryCentre(labels[t], v) - unary[i];
        value -= 0.5 * unaryGradOut[i] * unaryGradOut[i];
      }
    }

    for (int i = 0; i < pairwiseCentre.length; i++) {
      pairwiseGradOut[i] = pairwiseCentre[i] - pairwise[i];
      value -= 0.5 * pairwiseGradOut[i] * pairwiseGradOut[i];
    }
    return value;
  }
}
