package org.gpchain.core.likelihood;

import java.util.List;
import org.gpchain.core.workspace.Workspace;

/**
 * Inference over the label sequences of one sentence: marginals and best sequences, which
 * prediction needs. Implementations are immutable and can be shared between threads.
 */
public interface MarginalInference {
  /** Returns the number of labels V. */
  int labelCount();

  /**
   * Runs forward–backward over all label sequences. The arguments are those of {@link
   * #lattice(double[], double[], int, LabelConstraints, Workspace)}.
   */
  default Lattice lattice(double[] unary, double[] pairwise, int length, Workspace workspace) {
    return lattice(unary, pairwise, length, LabelConstraints.none(labelCount()), workspace);
  }

  /**
   * Runs forward–backward over the allowed label sequences. Other sequences have the probability 0.
   *
   * @param unary latent scores, {@code [T×V]} row-major; may be longer than T·V; not modified
   * @param pairwise latent transition scores, {@code [V×V]}; not modified
   * @param length number of tokens T ≥ 1
   * @param allowed constraints on the sequences; if they allow no sequence of this length, the
   *     log-partition function is negative infinity and the probabilities are undefined
   * @param workspace scratch space; it holds the returned lattice, which is valid until the next
   *     inference with the same workspace
   */
  Lattice lattice(
      double[] unary, double[] pairwise, int length, LabelConstraints allowed, Workspace workspace);

  /**
   * Finds the allowed label sequence with the highest sum of unary and pairwise scores (Viterbi).
   * If several have the same score, the last token where they differ decides: the lower label
   * number wins. The other arguments are those of {@link #lattice(double[], double[], int,
   * LabelConstraints, Workspace)}.
   *
   * @param pathOut label numbers of the best sequence, {@code [T]}; overwritten
   * @return the score of the sequence. If no sequence is allowed, the score is negative infinity
   *     and {@code pathOut} holds zeros.
   */
  double bestPath(
      double[] unary,
      double[] pairwise,
      int length,
      LabelConstraints allowed,
      Workspace workspace,
      int[] pathOut);

  /**
   * Finds the {@code count} best allowed label sequences, in the order in which {@link #bestPath}
   * prefers them. The other arguments are those of {@link #lattice(double[], double[], int,
   * LabelConstraints, Workspace)}.
   *
   * @param count number of sequences to find, at least 1
   * @return label numbers of each sequence, {@code [T]}, best first. There are fewer than {@code
   *     count} if the constraints allow no more, or if more would need too much memory. The caller
   *     owns the arrays.
   */
  List<int[]> bestPaths(
      double[] unary, double[] pairwise, int length, LabelConstraints allowed, int count);
}
