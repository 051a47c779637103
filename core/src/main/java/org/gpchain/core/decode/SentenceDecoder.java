package org.gpchain.core.decode;

import java.util.List;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.promise.Promise;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.segments.KnownSegments;
import org.gpchain.internal.core.segments.LegalInference;
import org.gpchain.internal.core.segments.SpanCandidates;
import org.gpchain.internal.core.segments.SpanProbability;

/** Chooses labels and segments from scores and marginals, as the options of a tagger ask for. */
final class SentenceDecoder {
  private final LegalInference legal;
  private final SpanProbability spanProbability;
  private final SegmentChoice choice;
  private final DecodingOptions options;
  private final double[] transitions;
  private final double[] noTransitions;

  /** Null where segments are not chosen one by one. */
  private final SegmentDecoder segments;

  /**
   * @param transitions scores of transitions, {@code [V×V]}; kept
   * @throws Promise.RefusedException if a promise is asked for and segments are not chosen one by
   *     one
   */
  SentenceDecoder(
      LegalInference legal,
      SpanProbability spanProbability,
      SpanCodec codec,
      LabelSet labels,
      SegmentChoice choice,
      DecodingOptions options,
      double[] transitions) {
    this.legal = legal;
    this.spanProbability = spanProbability;
    this.choice = choice;
    this.options = options;
    this.transitions = transitions;
    this.noTransitions = new double[transitions.length];
    this.segments =
        options.decoding() == DecodingOptions.Decoding.SEGMENTS
            ? SegmentDecoder.of(codec, labels, choice.leastCandidate())
            : null;
    if (segments == null && options.promised().isPresent()) {
      throw new Promise.RefusedException(
          "the model cannot promise anything about its segments: its labels cannot write every"
              + " choice of segments, so that they are not chosen one by one");
    }
  }

  /** One sentence being decoded: candidates first, then, once they are weighed, the answer. */
  final class Choice {
    private final SpanCandidates candidates;
    private final int length;

    /** The best label sequence; null if segments are chosen one by one. */
    private final int[] bestPath;

    /**
     * Begins to decode a sentence.
     *
     * @param marginals {@code [T×V]}; not modified
     * @param unary scores, {@code [T×V]}, clamped to what is known; not modified
     */
    Choice(
        double[] marginals, double[] unary, int length, KnownSegments known, Workspace workspace) {
      this.length = length;
      this.candidates = new SpanCandidates(spanProbability, length, known.spans());
      if (segments != null) {
        segments.propose(marginals, length, candidates);
      }
      List<int[]> paths =
          segments == null
              ? bestPaths(known.clamp(marginals.clone()), unary, length, workspace)
              : List.of();
      paths.forEach(candidates::addAll);
      this.bestPath = segments == null ? paths.get(0) : null;
    }

    /** Adds {@code share} times the candidates' probabilities under a lattice. */
    void weigh(Lattice lattice, double share) {
      candidates.weigh(lattice, share);
    }

    /** The decoded segments, once the candidates are weighed. */
    List<Span> spans() {
      return segments == null
          ? spanProbability.spans(bestPath)
          : candidates.best(choice.gain(), choice.least());
    }

    /** The decoded segments, those that are not written, too, without alternatives. */
    List<ScoredSpan> all() {
      return candidates.scored(candidates.best(choice.gain(), 0), Double.POSITIVE_INFINITY, 0);
    }

    int[] path(List<Span> spans) {
      return segments == null ? bestPath : segments.path(spans, length);
    }

    List<ScoredSpan> scored(List<Span> spans) {
      return candidates.scored(spans, choice.leastAlternative(), choice.mostAlternatives());
    }
  }

  /** The best legal sequences, as many as the options request. */
  private List<int[]> bestPaths(
      double[] marginals, double[] unary, int length, Workspace workspace) {
    boolean byMarginals = options.decoding() == DecodingOptions.Decoding.MARGINAL;
    double[] nodes = byMarginals ? marginals : unary;
    double[] edges = byMarginals ? noTransitions : transitions;
    if (options.nBest() > 1) {
      List<int[]> paths =
          legal.inference().bestPaths(nodes, edges, length, legal.legal(), options.nBest());
      if (!paths.isEmpty()) {
        return paths;
      }
    }
    int[] path = new int[length];
    double score = legal.inference().bestPath(nodes, edges, length, legal.legal(), workspace, path);
    if (score == Double.NEGATIVE_INFINITY) {
      // As in LegalInference: the best sequence, legal or not.
      legal.inference().bestPath(nodes, edges, length, legal.anything(), workspace, path);
    }
    return List.of(path);
  }
}
