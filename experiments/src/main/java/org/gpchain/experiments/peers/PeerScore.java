package org.gpchain.experiments.peers;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.core.text.TagScheme;
import org.gpchain.evaluation.TokenScores;

/**
 * How well a peer labelled the test sentences. Labels that it does not know count as errors, and
 * are left out of nll and ece.
 *
 * @param counts number of gold, predicted and right segments of each sentence
 * @param tokenError share of tokens whose label is wrong, in [0, 1]
 * @param nll mean −log marginal probability of the gold label, in nats; NaN without marginals
 * @param ece expected calibration error of the likeliest label over 15 bins, in [0, 1]; NaN as nll
 */
record PeerScore(List<SegmentCounts> counts, double tokenError, double nll, double ece) {
  /** Segments of one sentence. */
  record SegmentCounts(int gold, int predicted, int right) {
    /** The same as a sum of one. */
    SpanCounts toSpanCounts() {
      SpanCounts sum = new SpanCounts();
      sum.add(gold, predicted, right);
      return sum;
    }
  }

  /**
   * Scores sentences.
   *
   * @param gold the sentences with gold segments
   * @param tagged what the peer says of each
   * @param scheme of the labels
   */
  static PeerScore of(List<LabeledSequence> gold, List<TaggedSentence> tagged, TagScheme scheme) {
    SpanCodec codec = SpanCodec.of(scheme);
    List<SegmentCounts> counts = new ArrayList<>();
    TokenScores probabilities = new TokenScores();
    long tokens = 0;
    long errors = 0;
    for (int n = 0; n < gold.size(); n++) {
      List<String> right = gold.get(n).labels(scheme);
      List<String> predicted = tagged.get(n).labels();
      for (int t = 0; t < right.size(); t++) {
        errors += right.get(t).equals(predicted.get(t)) ? 0 : 1;
      }
      tokens += right.size();
      counts.add(
          counts(withoutOutside(gold.get(n).spans()), withoutOutside(codec.decode(predicted))));
      addProbabilities(probabilities, right, tagged.get(n));
    }
    return new PeerScore(
        counts, (double) errors / tokens, probabilities.nll(), probabilities.ece());
  }

  private static SegmentCounts counts(List<Span> gold, List<Span> predicted) {
    SpanCounts counts = new SpanCounts();
    counts.add(gold, predicted);
    return new SegmentCounts(counts.gold(), counts.predicted(), counts.correct());
  }

  /** Token labels make a segment of each token, O excepted, as {@code conlleval -r} has it. */
  private static List<Span> withoutOutside(List<Span> segments) {
    return segments.stream().filter(span -> !span.type().equals(SpanCodec.OUTSIDE)).toList();
  }

  private static void addProbabilities(
      TokenScores scores, List<String> gold, TaggedSentence tagged) {
    LabelSet labels = tagged.labelSet();
    for (int t = 0; labels != null && t < gold.size(); t++) {
      int right = labels.indexOf(gold.get(t));
      int row = t * labels.size();
      if (right >= 0) {
        scores.add(label -> tagged.marginals()[row + label], labels.size(), right);
      }
    }
  }

  /** Phrase F1, in [0, 1]. */
  double f1() {
    SpanCounts sum = new SpanCounts();
    counts.forEach(one -> sum.add(one.gold(), one.predicted(), one.right()));
    return sum.f1();
  }

  /** The counts of each sentence. */
  List<SpanCounts> spanCounts() {
    return counts.stream().map(SegmentCounts::toSpanCounts).toList();
  }
}
