package org.gpchain.experiments.peers;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.evaluation.TokenScores;
import org.gpchain.internal.evaluation.comparison.PairedBootstrap;

/**
 * How well a peer labelled the test sentences. Labels that it does not know count as errors, and
 * are left out of nll and ece.
 *
 * @param counts numbers of gold, predicted and right segments of each sentence
 * @param nll mean −log marginal probability of the gold label, in nats; NaN without marginals
 * @param ece expected calibration error of the likeliest label over 15 bins, in [0, 1]; NaN as nll
 */
record PeerScore(List<SpanCounts> counts, double tokenError, double nll, double ece) {
  /**
   * Scores sentences.
   *
   * @param gold the sentences with gold segments
   * @param tagged what the peer says of each
   */
  static PeerScore of(List<LabeledSequence> gold, List<Peer.Tagged> tagged, TagScheme scheme) {
    SpanCodec codec = SpanCodec.of(scheme);
    List<SpanCounts> counts = new ArrayList<>();
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
          SpanCounts.of(
              withoutOutside(gold.get(n).spans()), withoutOutside(codec.decode(predicted))));
      addProbabilities(probabilities, right, tagged.get(n));
    }
    return new PeerScore(
        counts, (double) errors / tokens, probabilities.nll(), probabilities.ece());
  }

  /** Token labels make a segment of each token, O excepted, as {@code conlleval -r} has it. */
  private static List<Span> withoutOutside(List<Span> segments) {
    return segments.stream().filter(span -> !span.type().equals(SpanCodec.OUTSIDE)).toList();
  }

  private static void addProbabilities(TokenScores scores, List<String> gold, Peer.Tagged tagged) {
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
    return counts.stream().reduce(SpanCounts.NONE, SpanCounts::plus).f1();
  }

  /** What F1 is computed from, for each sentence. */
  double[][] sums() {
    return counts.stream().map(PairedBootstrap::sums).toArray(double[][]::new);
  }
}
