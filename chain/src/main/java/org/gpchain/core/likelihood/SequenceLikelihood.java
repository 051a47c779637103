package org.gpchain.core.likelihood;

import org.gpchain.core.workspace.Workspace;

/**
 * The likelihood {@code p(y | f, g)} of a label sequence y given latent scores. It is the black box
 * of gray-box variational inference: this interface is all that a custom likelihood has to
 * implement.
 *
 * <p>Implementations are immutable and can be shared between threads. They take all scratch space
 * from the workspace.
 */
public interface SequenceLikelihood {
  /** Returns the number of labels V. */
  int labelCount();

  /**
   * Returns the number P of transitions that have a score in this likelihood. By default, all V²
   * transitions do.
   */
  default int pairwiseCount() {
    return labelCount() * labelCount();
  }

  /**
   * Returns the scores of all transitions, {@code [V×V]}. Transitions without a score get zero. If
   * all transitions have scores, the result is the argument itself.
   *
   * @param pairwise scores of the transitions that have one, {@code [P]}; not modified
   */
  default double[] transitions(double[] pairwise) {
    return pairwise;
  }

  /**
   * Returns {@code log p(y | f, g)}.
   *
   * @param unary latent scores f, {@code [T×V]} row-major, index {@code t*V+v}; may be longer than
   *     T·V; not modified
   * @param pairwise latent transition scores g, {@code [P]}; if all transitions have scores, {@code
   *     [V×V]} with index {@code from*V+to}; not modified
   * @param labels gold labels y, {@code [T]}, T ≥ 1; not modified
   * @param workspace scratch space of the calling thread
   */
  double logLikelihood(double[] unary, double[] pairwise, int[] labels, Workspace workspace);
}
