package org.gpchain.core.promise;

import java.util.List;
import java.util.Set;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.likelihood.PartialLabels;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.segments.LegalInference;
import org.gpchain.internal.core.segments.SpanCandidates.Candidate;
import org.gpchain.internal.core.segments.SpanProbability;

/**
 * A held-out sentence with its gold labels and its scores under a model that was trained without
 * it. A calibration is learned from such sentences. The candidates are all segments with a minimum
 * probability under the model. They do not depend on the gold labels or the calibration. Immutable;
 * arrays are retained, not copied.
 *
 * @param inference inference over legal label sequences
 * @param spanProbability computes the probabilities of segments
 * @param unary unary scores, {@code [T×V]}
 * @param pairwise transition scores, {@code [V×V]}
 * @param gold indices of the gold labels, {@code [T]}, or of rows of {@code partial}
 * @param partial constraints on tokens whose labels are unknown; null if all labels are known
 * @param goldSegments gold segments
 * @param proposed candidates, ordered by their first token
 * @param block index of the block of adjacent sentences to which the sentence belongs
 */
public record HeldOutSentence(
    LegalInference inference,
    SpanProbability spanProbability,
    double[] unary,
    double[] pairwise,
    int[] gold,
    PartialLabels partial,
    Set<Span> goldSegments,
    List<Candidate> proposed,
    int block) {
  /**
   * Minimum probability in a loss, which limits the loss of a single error to that of a few correct
   * labels.
   */
  private static final double SMALLEST = 1e-9;

  /** Returns the number of tokens, T. */
  public int length() {
    return gold.length;
  }

  /** Returns the number of gold segments. */
  public int goldCount() {
    return goldSegments.size();
  }

  /** Returns whether all labels are known, and thus all segments. */
  public boolean isComplete() {
    return partial == null || !PartialLabels.isPartial(gold);
  }

  /** Returns whether some tokens have probabilities of labels instead of a known label. */
  public boolean isGuessed() {
    return partial != null && partial.hasProbabilities(gold);
  }

  /** Returns the candidate segments, ordered by their first token. */
  public List<Span> candidates() {
    return proposed.stream().map(candidate -> candidate.span).toList();
  }

  boolean isGold(Span span) {
    return goldSegments.contains(span);
  }

  /** Buffers for one sentence, and the transition scores that were scaled last. */
  private static final class Scratch {
    private double[] unary = {};
    private double[] marginals = {};
    private double[] pairwise;
    private double[] scaledPairwise;
    private LatticeScaling scaling;
  }

  private Lattice lattice(LatticeScaling scaling, Scratch scratch, Workspace workspace) {
    scratch.unary = Workspace.ensure(scratch.unary, unary.length);
    System.arraycopy(unary, 0, scratch.unary, 0, unary.length);
    scaling.scaleUnary(scratch.unary, unary.length);

    if (scratch.pairwise != pairwise || !scaling.equals(scratch.scaling)) {
      scratch.scaledPairwise = scaling.ofTransitions(pairwise);
      scratch.pairwise = pairwise;
      scratch.scaling = scaling;
    }

    return inference.lattice(scratch.unary, scratch.scaledPairwise, gold.length, workspace);
  }

  /**
   * Returns the loss of a calibration, {@code − Σ_t log p(y_t) + w · Σ_c −log p(o_c)}, where y are
   * the gold labels and o_c is whether candidate c is a gold segment. Both terms are proper scoring
   * rules: the correct calibration has the smallest expected loss.
   *
   * @param segmentWeight weight w of the candidates
   */
  public double loss(LatticeScaling scaling, double segmentWeight, Workspace workspace) {
    Scratch scratch = workspace.scratch(Scratch.class, Scratch::new);
    Lattice lattice = lattice(scaling, scratch, workspace);
    int v = unary.length / gold.length;
    scratch.marginals = Workspace.ensure(scratch.marginals, unary.length);
    lattice.marginals(scratch.marginals);

    double loss = segmentWeight * segmentLoss(lattice);
    for (int t = 0; t < gold.length; t++) {
      loss -= logarithm(probability(scratch.marginals, t * v, gold[t]));
    }
    return loss;
  }

  /** Returns the marginals under a calibration, {@code [T×V]} row-major; a new array. */
  public double[] marginals(LatticeScaling scaling, Workspace workspace) {
    Scratch scratch = workspace.scratch(Scratch.class, Scratch::new);
    double[] marginals = new double[unary.length];
    lattice(scaling, scratch, workspace).marginals(marginals);
    return marginals;
  }

  /**
   * Returns the probability of the annotation of a token.
   *
   * @param row offset of the token's marginals
   * @param label index of the gold label, or of a row of {@link #partial}
   */
  private double probability(double[] marginals, int row, int label) {
    if (!isUnknown(label)) {
      return marginals[row + label];
    }

    double[] weights = partial.weights(label);
    double sum = 0;
    for (int v = 0; v < weights.length; v++) {
      sum += weights[v] * marginals[row + v];
    }
    return sum;
  }

  /** Returns the evidence for the {@link PromiseCheck}, given the decoded segments. */
  long[] evidence(LatticeScaling scaling, List<ScoredSpan> decoded, Workspace workspace) {
    return PromiseCheck.evidence(
        spanProbability.types(), length(), marginals(scaling, workspace), decoded);
  }

  /** Returns the loss of the candidates, {@code − Σ_c log p(o_c)}, without that of the labels. */
  public double segmentLoss(LatticeScaling scaling, Workspace workspace) {
    return segmentLoss(lattice(scaling, workspace.scratch(Scratch.class, Scratch::new), workspace));
  }

  private double segmentLoss(Lattice lattice) {
    double loss = 0;
    for (Candidate candidate : proposed) {
      double p = probability(candidate, lattice);
      if (isGold(candidate.span)) {
        loss -= logarithm(p);
      } else {
        loss -= logarithm(1 - p * (1 - weight(candidate)));
      }
    }
    return loss;
  }

  /**
   * Returns the likelihood of the annotations of a candidate's tokens if the candidate is a segment
   * but was not annotated as one. It is 0 if the label of a token is known.
   */
  private double weight(Candidate candidate) {
    double weight = 1;
    for (int t = candidate.span.start(); t < candidate.span.end(); t++) {
      if (!isUnknown(gold[t])) {
        return 0;
      }
      int label = candidate.labels[t - candidate.span.start()];
      weight *= partial.weights(gold[t])[label];
    }
    return weight;
  }

  /**
   * Returns whether a label is unknown. Without {@link #partial}, a negative index is a known label
   * that the model does not have.
   */
  private boolean isUnknown(int label) {
    return partial != null && PartialLabels.isUnknown(label);
  }

  private static double logarithm(double probability) {
    return Math.log(Math.max(SMALLEST, probability));
  }

  private double probability(Candidate candidate, Lattice lattice) {
    return spanProbability.of(lattice, candidate.span.start(), candidate.labels);
  }

  /** Returns the calibrated probabilities of the candidates, in their order. */
  double[] probabilities(LatticeScaling scaling, Workspace workspace) {
    if (proposed.isEmpty()) {
      return new double[0];
    }
    Scratch scratch = workspace.scratch(Scratch.class, Scratch::new);
    Lattice lattice = lattice(scaling, scratch, workspace);
    return proposed.stream().mapToDouble(candidate -> probability(candidate, lattice)).toArray();
  }
}
