package org.gpchain.evaluation.comparison;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCounts;

/**
 * What a labeller's answer for a sentence is worth.
 *
 * @param gold segments that are there
 * @param predicted segments of the answer
 * @param tokens number of tokens
 * @param sums the numbers whose sums over a text give a metric; without unknown metrics
 */
record SentenceScore(
    List<Span> gold, List<Span> predicted, int tokens, Map<Metric, double[]> sums) {
  /** An answer without probabilities; its metrics can be changed. */
  static SentenceScore of(
      List<Span> gold, List<Span> predicted, List<String> goldLabels, List<String> labels) {
    int errors = 0;
    for (int t = 0; t < labels.size(); t++) {
      errors += labels.get(t).equals(goldLabels.get(t)) ? 0 : 1;
    }
    SentenceScore score =
        new SentenceScore(gold, predicted, labels.size(), new EnumMap<>(Metric.class));
    score.sums.put(Metric.F1, PairedBootstrap.sums(score.segments()));
    score.sums.put(Metric.TOKEN_ERROR, new double[] {errors, labels.size()});
    return score;
  }

  /** Gold, predicted and correct segments. */
  SpanCounts segments() {
    SpanCounts counts = new SpanCounts();
    counts.add(gold, predicted);
    return counts;
  }

  /** Whether exactly the gold segments were found. */
  boolean isRight() {
    SpanCounts counts = segments();
    return counts.correct() == counts.gold() && counts.correct() == counts.predicted();
  }
}
