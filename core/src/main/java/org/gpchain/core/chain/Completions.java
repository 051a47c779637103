package org.gpchain.core.chain;

import java.util.Arrays;
import org.gpchain.core.likelihood.PartialLabels;
import org.gpchain.core.math.Workspace;

/**
 * Forward–backward over the completions of a partly labelled sentence. It has lattices of its own:
 * that over all sequences stays valid beside it.
 */
final class Completions {
  private final ScaledLattice scaled = new ScaledLattice();
  private final LogLattice logarithmic = new LogLattice();
  private double[] weights = {};
  private double[] marginals = {};
  private double[] transitions = {};

  /**
   * Runs both passes; the logarithm of the sum over all completions is the log-partition function.
   *
   * @param labels label numbers, or what stands for rows of {@code partial}; not modified
   */
  ChainLattice run(double[] unary, double[] pairwise, int[] labels, PartialLabels partial) {
    int v = partial.completions().labelCount();
    weights = Workspace.ensure(weights, labels.length * v);
    for (int t = 0; t < labels.length; t++) {
      if (PartialLabels.isUnknown(labels[t])) {
        System.arraycopy(partial.weights(labels[t]), 0, weights, t * v, v);
      } else {
        Arrays.fill(weights, t * v, (t + 1) * v, 0);
        weights[t * v + labels[t]] = 1;
      }
    }
    if (scaled.run(unary, pairwise, labels.length, partial.completions(), weights)) {
      return scaled;
    }
    logarithmic.run(unary, pairwise, labels.length, partial.completions(), weights);
    return logarithmic;
  }

  /** Adds the marginals of a lattice, {@code [T×V]}, and its expected transitions. */
  void addExpectations(ChainLattice lattice, double[] unaryInOut, double[] pairwiseInOut) {
    int pairs = lattice.labelCount * lattice.labelCount;
    marginals = Workspace.ensure(marginals, lattice.length * lattice.labelCount);
    transitions = Workspace.ensure(transitions, pairs);
    lattice.marginals(marginals);
    lattice.expectedTransitions(transitions);
    for (int i = 0; i < lattice.length * lattice.labelCount; i++) {
      unaryInOut[i] += marginals[i];
    }
    for (int i = 0; i < pairs; i++) {
      pairwiseInOut[i] += transitions[i];
    }
  }
}
