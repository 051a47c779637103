package org.gpchain.core.likelihood;

import org.gpchain.core.workspace.Workspace;

/**
 * The likelihood {@code p(y | f, g)} of a label sequence given latent scores: the black box of the
 * gray-box method. A user's own likelihood needs to implement no more than this.
 *
 * <p>Implementations are immutable and may be shared between threads; all scratch space comes from
 * the workspace.
 */
public interface SequenceLikelihood {
  /** Number of labels V. */
  int labelCount();

  /** Number P of the transition scores that it has: all of them if it says nothing else. */
  default int pairwiseCount() {
    return labelCount() * labelCount();
  }

  /**
   * The scores of all transitions, {@code [V×V]}: zero for those that it has no score of. The same
   * array if it has all of them.
   *
   * @param pairwise {@code [P]}; not modified
   */
  default double[] transitions(double[] pairwise) {
    return pairwise;
  }

  /**
   * Returns {@code log p(y | f, g)}.
   *
   * @param unary latent scores f, {@code [T×V]} row-major, index {@code t*V+v}; may be longer than
   *     T·V; not modified
   * @param pairwise latent transition scores g, {@code [P]}: if they are all, {@code [V×V]}, index
   *     {@code from*V+to}; not modified
   * @param labels gold labels y, {@code [T]}, T ≥ 1; not modified
   */
  double logLikelihood(double[] unary, double[] pairwise, int[] labels, Workspace workspace);
}
