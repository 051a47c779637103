package org.gpchain.core.likelihood;

import org.gpchain.core.workspace.Workspace;

/** A sequence likelihood that also knows its gradient with respect to the latent scores. */
public interface DifferentiableLikelihood extends SequenceLikelihood {
  /**
   * Returns {@code log p(y | f, g)}, as {@link #logLikelihood} does, and writes its gradient.
   *
   * @param unaryGradOut {@code ∂ log p / ∂f}, {@code [T×V]}; overwritten
   * @param pairwiseGradOut {@code ∂ log p / ∂g}, {@code [P]}; overwritten
   */
  double logLikelihoodAndGradient(
      double[] unary,
      double[] pairwise,
      int[] labels,
      Workspace workspace,
      double[] unaryGradOut,
      double[] pairwiseGradOut);
}
