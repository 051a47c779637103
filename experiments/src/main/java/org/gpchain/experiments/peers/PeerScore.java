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
 * A peer's accuracy on the test sentences. Gold labels that the peer does not know count as errors.
 * The metrics nll and ece omit them.
 *
 * @param counts numbers of gold, predicted and correct segments of each sentence
 * @param tokenError share of tokens with a wrong label
 * @param nll mean −log marginal probability of the gold label (nats per token); NaN without
 *     marginals
 * @param ece expected calibration error of the most probable label over 15 bins, in [0, 1]; NaN
 *     without marginals
 */
record PeerScore(List<SpanCounts> counts, double tokenError, double nll, double ece) {
  /**
   * Scores the predictions for sentences.
   *
   * @param gold the sentences with gold segments
   * @param tagged the prediction for each sentence, in the same order
   * @param scheme tag scheme of the labels
   */
  static PeerScore of(List<LabeledSequence> gold, List<Peer.Tagged> tagged, TagScheme scheme) {
    SpanCodec codec = SpanCodec.of(scheme);
    List<SpanCounts> counts = new ArrayList<>();
    TokenScores probabilities = new TokenScores();
    long tokens = 0;
    long errors = 0;
    for (int n = 0; n < gold.size(); n++) {
      List<String> goldLabels = gold.get(n).labels(scheme);
      List<String> predicted = tagged.get(n).labels();
      for (int t = 0; t < goldLabels.size(); t++) {
        if (!goldLabels.get(t).equals(predicted.get(t))) {
          errors++;
        }
      }
      tokens += goldLabels.size();

      List<Span> goldSegments = withoutOutside(gold.get(n).spans());
      counts.add(SpanCounts.of(goldSegments, withoutOutside(codec.decode(predicted))));
      addProbabilities(probabilities, goldLabels, tagged.get(n));
    }

    double tokenError = (double) errors / tokens;
    return new PeerScore(counts, tokenError, probabilities.nll(), probabilities.ece());
  }

  /** Removes the segments of O tokens, which token labels create, like {@code conlleval -r}. */
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

  /** Returns the F1 of the segments, in [0, 1]. */
  double f1() {
    return counts.stream().reduce(SpanCounts.NONE, SpanCounts::plus).f1();
  }

  /** Returns the statistics of F1 for each sentence, as in {@link PairedBootstrap#sums}. */
  double[][] sums() {
    return counts.stream().map(PairedBootstrap::sums).toArray(double[][]::new);
  }
}
