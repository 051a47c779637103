package org.gpchain.core.decode;

import java.util.List;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.promise.Promise;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.segments.KnownSegments;
import org.gpchain.internal.core.segments.LegalInference;
import org.gpchain.internal.core.segments.SegmentLabels;
import org.gpchain.internal.core.segments.SpanCandidates;

/** Chooses labels and segments from scores and marginals according to the options of a tagger. */
final class SentenceDecoder {
  private final SegmentLabels labels;
  private final SegmentChoice choice;
  private final DecodingOptions options;

  /** Scores of transitions, {@code [V×V]}. */
  private final double[] transitions;

  /** Zeros, {@code [V×V]}. */
  private final double[] noTransitions;

  /** Search for candidates; null if the decoder chooses label sequences instead of segments. */
  private final SegmentDecoder segments;

  /**
   * Creates a decoder.
   *
   * @param labels labels of the model
   * @param choice criteria by which segments are chosen
   * @param options options of the tagger
   * @param transitions scores of transitions, {@code [V×V]}; retained, not modified
   * @throws Promise.RefusedException if the options have a promise, but the decoder chooses label
   *     sequences instead of segments
   */
  SentenceDecoder(
      SegmentLabels labels, SegmentChoice choice, DecodingOptions options, double[] transitions) {
    this.labels = labels;
    this.choice = choice;
    this.options = options;
    this.transitions = transitions;
    this.noTransitions = new double[transitions.length];
    if (options.decoding() == DecodingOptions.Decoding.SEGMENTS) {
      this.segments = SegmentDecoder.of(labels.codec(), labels.names(), choice.leastCandidate());
    } else {
      this.segments = null;
    }

    if (segments == null && options.promised().isPresent()) {
      throw new Promise.RefusedException(
          "the model cannot guarantee anything about its segments, because its"
              + " labels cannot represent every choice of segments");
    }
  }

  /**
   * The decoding of one sentence. The constructor finds candidates; {@link #weigh} computes their
   * probabilities; the other methods then return the result.
   */
  final class Choice {
    private final SpanCandidates candidates;
    private final int length;

    /** Best label sequence; null if the decoder chooses segments. */
    private final int[] bestPath;

    /**
     * Finds the candidates of a sentence.
     *
     * @param marginals marginals of the labels, {@code [T×V]}; not modified
     * @param unary scores of the labels, constraints included, {@code [T×V]}; not modified
     * @param length number of tokens T
     * @param known constraints on the segments
     */
    Choice(
        double[] marginals, double[] unary, int length, KnownSegments known, Workspace workspace) {
      this.length = length;
      this.candidates = new SpanCandidates(labels.probability(), length, known.spans());
      if (segments != null) {
        segments.propose(marginals, length, candidates);
        this.bestPath = null;
      } else {
        double[] possible = known.clamp(marginals.clone());
        List<int[]> paths = bestPaths(possible, unary, length, workspace);
        paths.forEach(candidates::addAll);
        this.bestPath = paths.get(0);
      }
    }

    /** Adds the candidates' probabilities under a lattice, multiplied by {@code share}. */
    void weigh(Lattice lattice, double share) {
      candidates.weigh(lattice, share);
    }

    /** Returns the decoded segments. */
    List<Span> spans() {
      if (segments == null) {
        return labels.probability().spans(bestPath);
      }
      return candidates.best(choice.gain(), choice.least());
    }

    /**
     * Returns all chosen segments, without alternatives. They include segments that are not decoded
     * because they are not probable enough for a promise.
     */
    List<ScoredSpan> all() {
      List<Span> chosen = candidates.best(choice.gain(), 0);
      return candidates.scored(chosen, Double.POSITIVE_INFINITY, 0);
    }

    /**
     * Returns the label indices of the sentence, {@code [T]}.
     *
     * @param spans the decoded segments, as returned by {@link #spans}
     */
    int[] path(List<Span> spans) {
      if (segments == null) {
        return bestPath;
      }
      return segments.path(spans, length);
    }

    /** Returns decoded segments with their probabilities and alternatives. */
    List<ScoredSpan> scored(List<Span> spans) {
      return candidates.scored(spans, choice.leastAlternative(), choice.mostAlternatives());
    }
  }

  /**
   * Returns the best legal label sequences, at least one, and at most as many as the options
   * request.
   */
  private List<int[]> bestPaths(
      double[] marginals, double[] unary, int length, Workspace workspace) {
    LegalInference legal = labels.inference();
    double[] nodes = unary;
    double[] edges = transitions;
    if (options.decoding() == DecodingOptions.Decoding.MARGINAL) {
      nodes = marginals;
      edges = noTransitions;
    }

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
      // No sequence is legal. As in LegalInference, all sequences are possible then.
      legal.inference().bestPath(nodes, edges, length, legal.anything(), workspace, path);
    }
    return List.of(path);
  }
}
