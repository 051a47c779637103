package org.gpchain.internal.core.segments;

import org.gpchain.core.likelihood.LabelConstraints;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.likelihood.MarginalInference;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.workspace.Workspace;

/**
 * Inference over the label sequences that are legal in a tag scheme.
 *
 * <p>A label set may be too small for any legal sequence of some length, such as {B-X, E-X} for a
 * single token. All label sequences are possible then.
 *
 * @param inference inference with given constraints
 * @param legal constraints of the tag scheme
 * @param anything constraints that allow all label sequences
 */
public record LegalInference(
    MarginalInference inference, LabelConstraints legal, LabelConstraints anything) {
  /** Creates inference with the constraints of a tag scheme. */
  public LegalInference(MarginalInference inference, LabelConstraints legal) {
    this(inference, legal, LabelConstraints.none(legal.labelCount()));
  }

  /** Returns the constraints of a tag scheme on the labels of a model. */
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

  /**
   * Returns the lattice of the legal label sequences of a sentence, or of all label sequences if
   * none is legal and possible.
   *
   * @param unary scores of labels, {@code [T×V]} row-major
   * @param pairwise scores of transitions, {@code [V×V]} row-major, index {@code from*V+to}
   * @param length number of tokens T, at least 1
   */
  public Lattice lattice(double[] unary, double[] pairwise, int length, Workspace workspace) {
    Lattice lattice = inference.lattice(unary, pairwise, length, legal, workspace);
    if (lattice.logPartition() == Double.NEGATIVE_INFINITY) {
      return inference.lattice(unary, pairwise, length, anything, workspace);
    }
    return lattice;
  }
}
