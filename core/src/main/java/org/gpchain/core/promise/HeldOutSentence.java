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
 * A sentence whose gold labels are known, and its scores under a model that has never seen it: what
 * a calibration is learned from. Its candidates are all segments that are not too improbable under
 * the model; they depend neither on the gold labels nor on the calibration. Immutable.
 *
 * @param unary {@code [T×V]}; kept
 * @param pairwise {@code [V×V]}; kept
 * @param gold gold labels, {@code [T]}, or what stands for rows of {@code partial}; kept
 * @param partial what is known of tokens whose label is not; null if all labels are known
 * @param proposed the candidates, ordered by their start
 * @param block number of the block of neighbouring sentences that it belongs to
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
   * Probabilities are kept this far from 0 and 1: one error costs no more than a few right ones.
   */
  private static final double SMALLEST = 1e-9;

  public int length() {
    return gold.length;
  }

  public int goldCount() {
    return goldSegments.size();
  }

  /** Whether all labels, and so all segments, are known. */
  public boolean isComplete() {
    return partial == null || !PartialLabels.isPartial(gold);
  }

  /** Whether somebody has found how probable some of its labels are. */
  public boolean isGuessed() {
    return partial != null && partial.hasProbabilities(gold);
  }

  public List<Span> candidates() {
    return proposed.stream().map(candidate -> candidate.span).toList();
  }

  boolean isGold(Span span) {
    return goldSegments.contains(span);
  }

  /** Scratch space of one sentence, and the transitions that were scaled last. */
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
   * The cost of a calibration here: {@code − Σ_t log p(y_t) + w · Σ_c −log p(o_c)}, where y are the
   * gold labels and o_c says whether candidate c is a gold segment. Both are proper scores: no
   * calibration has a lower expected cost than the right one.
   *
   * @param segmentWeight w
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

  /** The marginals under a calibration, {@code [T×V]} row-major; a new array. */
  public double[] marginals(LatticeScaling scaling, Workspace workspace) {
    double[] marginals = new double[unary.length];
    lattice(scaling, workspace.scratch(Scratch.class, Scratch::new), workspace)
        .marginals(marginals);
    return marginals;
  }

  /** Of what was found at a token. */
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

  /** The evidence for the {@link PromiseCheck}, given the segments that are decoded. */
  long[] evidence(LatticeScaling scaling, List<ScoredSpan> decoded, Workspace workspace) {
    return PromiseCheck.evidence(
        spanProbability.types(), length(), marginals(scaling, workspace), decoded);
  }

  /** The part of the candidates, {@code − Σ_c log p(o_c)}; the gold labels do not matter for it. */
  public double segmentLoss(LatticeScaling scaling, Workspace workspace) {
    return segmentLoss(lattice(scaling, workspace.scratch(Scratch.class, Scratch::new), workspace));
  }

  private double segmentLoss(Lattice lattice) {
    double loss = 0;
    for (Candidate candidate : proposed) {
      double p = probability(candidate, lattice);
      loss -= logarithm(isGold(candidate.span) ? p : 1 - p * (1 - weight(candidate)));
    }
    return loss;
  }

  /**
   * The likelihood that annotators leave behind what was found at the tokens of a candidate if it
   * is a segment and they have not written it: 0 if they have said anything of one of its tokens.
   */
  private double weight(Candidate candidate) {
    double weight = 1;
    for (int t = candidate.span.start(); t < candidate.span.end(); t++) {
      weight *=
          isUnknown(gold[t])
              ? partial.weights(gold[t])[candidate.labels[t - candidate.span.start()]]
              : 0;
    }
    return weight;
  }

  /** Where all labels are known, a number below zero is a label that the model does not have. */
  private boolean isUnknown(int label) {
    return partial != null && PartialLabels.isUnknown(label);
  }

  private static double logarithm(double probability) {
    return Math.log(Math.max(SMALLEST, probability));
  }

  private double probability(Candidate candidate, Lattice lattice) {
    return spanProbability.of(lattice, candidate.span.start(), candidate.labels);
  }

  /** The calibrated probabilities of the candidates, in their order. */
  double[] probabilities(LatticeScaling scaling, Workspace workspace) {
    if (proposed.isEmpty()) {
      return new double[0];
    }
    Lattice lattice = lattice(scaling, workspace.scratch(Scratch.class, Scratch::new), workspace);
    return proposed.stream().mapToDouble(candidate -> probability(candidate, lattice)).toArray();
  }
}
