package org.gpchain.internal.core.segments;

import org.gpchain.core.likelihood.LabelConstraints;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.likelihood.MarginalInference;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.workspace.Workspace;

/**
 * Inference in which only the legal sequences of a tag scheme are possible. A label set can be too
 * small for any legal sequence of some length, such as {B-X, E-X} for one token: then all are
 * possible.
 */
public record LegalInference(
    MarginalInference inference, LabelConstraints legal, LabelConstraints anything) {
  public LegalInference(MarginalInference inference, LabelConstraints legal) {
    this(inference, legal, LabelConstraints.none(legal.labelCount()));
  }

  /** The constraints of a scheme on the labels of a set. */
  public static LabelConstraints constraints(SpanCodec codec, LabelSet labels) {
    int v = labels.size();
    boolean[] start = new boolean[v];
    boolean[] end = new boolean[v];
    boolean[] transition = new boolean[v * v];
    for (int from = 0; from < v; from++) {
      start[from] = codec.isLegal(null, labels.label(from));
      end[from] = codec.isLegal(labels.label(from), null);
      for (int to = 0; to < v; to++) {
        transition[from * v + to] = codec.isLegal(labels.label(from), labels.label(to));
      }
    }
    return new LabelConstraints(start, transition, end);
  }

  public Lattice lattice(double[] unary, double[] pairwise, int length, Workspace workspace) {
    Lattice lattice = inference.lattice(unary, pairwise, length, legal, workspace);
    return lattice.logPartition() == Double.NEGATIVE_INFINITY
        ? inference.lattice(unary, pairwise, length, anything, workspace)
        : lattice;
  }
}
