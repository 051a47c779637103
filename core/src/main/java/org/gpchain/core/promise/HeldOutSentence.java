package org.gpchain.core.promise;

import java.util.List;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.segments.SegmentLabels;
import org.gpchain.internal.core.segments.SpanCandidates.Candidate;

/**
 * A held-out sentence with its gold labels and its scores under a model that was trained without
 * it. A calibration is learned from such sentences. The candidates are all segments with a minimum
 * probability under the model. They do not depend on the gold labels or the calibration. Immutable;
 * arrays are retained, not copied.
 *
 * @param labels labels of the model
 * @param unary unary scores, {@code [T×V]}
 * @param pairwise transition scores, {@code [V×V]}
 * @param gold gold annotation of the sentence
 * @param proposed candidates, ordered by their first token
 * @param novelty how unlike the training text the sentence is; NaN if it is not measured
 */
public record HeldOutSentence(
    SegmentLabels labels,
    double[] unary,
    double[] pairwise,
    GoldSentence gold,
    List<Candidate> proposed,
    double novelty) {
  /**
   * Minimum probability in a loss. It keeps the loss of a single error from outweighing the losses
   * of many correct labels.
   */
  private static final double SMALLEST = 1e-9;

  /** Returns the number of tokens, T. */
  public int length() {
    return gold.length();
  }

  /** Returns the index of the block of adjacent sentences to which the sentence belongs. */
  public int block() {
    return gold.block();
  }

  /** Returns the number of gold segments. */
  public int goldCount() {
    return gold.segments().size();
  }

  /** Returns whether all labels are known, and thus all segments. */
  public boolean isComplete() {
    return gold.isComplete();
  }

  /** Returns whether some tokens have probabilities of labels instead of a known label. */
  public boolean isGuessed() {
    return gold.isGuessed();
  }

  /** Returns the candidate segments, ordered by their first token. */
  public List<Span> candidates() {
    return proposed.stream().map(candidate -> candidate.span).toList();
  }

  /** Returns whether a segment is a gold segment. */
  boolean isGold(Span span) {
    return gold.segments().contains(span);
  }

  /** Buffers for one sentence, and the transition scores that were scaled last. */
  private static final class Scratch {
    private double[] unary = {};
    private double[] marginals = {};
    private double[] pairwise;
    private double[] scaledPairwise;
    private LatticeScaling scaling;
  }

  /** Runs forward–backward on calibrated scores. The lattice belongs to the workspace. */
  private Lattice lattice(LatticeScaling scaling, Scratch scratch, Workspace workspace) {
    scratch.unary = Workspace.ensure(scratch.unary, unary.length);
    System.arraycopy(unary, 0, scratch.unary, 0, unary.length);
    scaling.scaleUnary(scratch.unary, unary.length);

    if (scratch.pairwise != pairwise || !scaling.equals(scratch.scaling)) {
      scratch.scaledPairwise = scaling.ofTransitions(pairwise);
      scratch.pairwise = pairwise;
      scratch.scaling = scaling;
    }

    return labels.inference().lattice(scratch.unary, scratch.scaledPairwise, length(), workspace);
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
    scratch.marginals = Workspace.ensure(scratch.marginals, unary.length);
    lattice.marginals(scratch.marginals);

    double loss = segmentWeight * segmentLoss(lattice);
    for (int t = 0; t < length(); t++) {
      loss -= logarithm(gold.probability(t, scratch.marginals, t * labels.size()));
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

  /** Returns the evidence for the {@link PromiseCheck}, given the decoded segments. */
  long[] evidence(LatticeScaling scaling, List<ScoredSpan> decoded, Workspace workspace) {
    return PromiseCheck.evidence(
        labels.probability().types(), marginals(scaling, workspace), decoded, length(), novelty);
  }

  /**
   * Returns the loss of the candidates, {@code − Σ_c log p(o_c)}, without the loss of the labels.
   */
  public double segmentLoss(LatticeScaling scaling, Workspace workspace) {
    Scratch scratch = workspace.scratch(Scratch.class, Scratch::new);
    return segmentLoss(lattice(scaling, scratch, workspace));
  }

  private double segmentLoss(Lattice lattice) {
    double loss = 0;
    for (Candidate candidate : proposed) {
      double p = probability(candidate, lattice);
      if (isGold(candidate.span)) {
        loss -= logarithm(p);
      } else {
        double unannotated = gold.likelihood(candidate.span.start(), candidate.labels);
        loss -= logarithm(1 - p * (1 - unannotated));
      }
    }
    return loss;
  }

  private static double logarithm(double probability) {
    return Math.log(Math.max(SMALLEST, probability));
  }

  private double probability(Candidate candidate, Lattice lattice) {
    return labels.probability().of(lattice, candidate.span.start(), candidate.labels);
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
