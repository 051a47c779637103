package org.gpchain.core.likelihood;

import java.util.List;
import org.gpchain.core.workspace.Workspace;

/**
 * Inference over the label sequences of one sentence, as prediction needs it. Implementations are
 * immutable and may be shared between threads.
 */
public interface MarginalInference {
  /** Number of labels V. */
  int labelCount();

  /** Runs forward–backward over all label sequences, see the method below. */
  default Lattice lattice(double[] unary, double[] pairwise, int length, Workspace workspace) {
    return lattice(unary, pairwise, length, LabelConstraints.none(labelCount()), workspace);
  }

  /**
   * Runs forward–backward. Sequences that are not allowed have the probability 0; the others share
   * the rest in proportion.
   *
   * @param unary latent scores, {@code [T×V]} row-major; may be longer than T·V; not modified
   * @param pairwise latent transition scores, {@code [V×V]}; not modified
   * @param length number of tokens T ≥ 1
   * @param allowed which sequences are possible; if that leaves none of this length, the
   *     log-partition function is negative infinity and there are no probabilities
   * @param workspace scratch space; the returned lattice lives in it and is valid until the next
   *     inference with the same workspace
   */
  Lattice lattice(
      double[] unary, double[] pairwise, int length, LabelConstraints allowed, Workspace workspace);

  /**
   * Finds the label sequence that maximises the sum of unary and pairwise scores among those that
   * the constraints allow (Viterbi). Among equals the lower label number wins, at the latest token
   * first. Scores and constraints as for {@link #lattice}.
   *
   * @param pathOut {@code [T]}, overwritten with label numbers
   * @return the score of the path; negative infinity, and a path of zeros, if no path is allowed
   */
  double bestPath(
      double[] unary,
      double[] pairwise,
      int length,
      LabelConstraints allowed,
      Workspace workspace,
      int[] pathOut);

  /**
   * Finds the best label sequences among those that the constraints allow, ordered as {@link
   * #bestPath} chooses: by score, among equals the one with the lower label at the latest token
   * where they differ. Scores and constraints as for {@link #lattice}.
   *
   * @return label numbers, {@code [T]} each, the best first; fewer than requested if no more are
   *     allowed, or if so many would take too much memory. The caller owns the arrays.
   */
  List<int[]> bestPaths(
      double[] unary, double[] pairwise, int length, LabelConstraints allowed, int count);
}
