package org.gpchain.core.predict;

import org.gpchain.core.likelihood.LabelConstraints;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.likelihood.MarginalInference;
import org.gpchain.core.math.Workspace;

/**
 * Inference in which only the legal sequences of a tag scheme are possible. A label set can be too
 * small for any legal sequence of some length, such as {B-X, E-X} for one token: then all are
 * possible.
 *
 * @param inference over label sequences
 * @param legal the constraints of the scheme
 * @param anything no constraints
 */
record LegalInference(
    MarginalInference inference, LabelConstraints legal, LabelConstraints anything) {
  LegalInference(MarginalInference inference, LabelConstraints legal) {
    this(inference, legal, LabelConstraints.none(legal.labelCount()));
  }

  /** Without the constraints. */
  LegalInference free() {
    return new LegalInference(inference, anything, anything);
  }

  Lattice lattice(double[] unary, double[] pairwise, int length, Workspace workspace) {
    Lattice lattice = inference.lattice(unary, pairwise, length, legal, workspace);
    return lattice.logPartition() == Double.NEGATIVE_INFINITY
        ? inference.lattice(unary, pairwise, length, anything, workspace)
        : lattice;
  }
}
