package org.gpchain.core.likelihood;

import org.gpchain.core.workspace.Workspace;

/** A sequence likelihood that can compute its gradient with respect to the latent scores. */
public interface DifferentiableLikelihood extends SequenceLikelihood {
  /**
   * Returns {@code log p(y | f, g)}, as {@link #logLikelihood} does, and writes its gradient.
   *
   * @param unary latent scores f, {@code [T×V]}, as for {@link #logLikelihood}
   * @param pairwise latent transition scores g, {@code [P]}, as for {@link #logLikelihood}
   * @param labels gold labels y, {@code [T]}, as for {@link #logLikelihood}
   * @param workspace scratch space of the calling thread
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
