package org.gpchain.internal.evaluation.comparison;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.corpora.Corpus;

/**
 * A text that two labellers have labeled, with the scores of both.
 *
 * @param name name of the text
 * @param scheme tag scheme in which its segments are displayed
 * @param words words of each sentence; at least one sentence
 * @param first scores of the first labeller, one per sentence
 * @param second scores of the second labeller, one per sentence
 */
public record ComparedText(
    String name,
    TagScheme scheme,
    List<List<String>> words,
    List<SentenceScore> first,
    List<SentenceScore> second) {
  static ComparedText of(
      String name,
      TagScheme scheme,
      Corpus text,
      List<SentenceScore> first,
      List<SentenceScore> second) {
    List<List<String>> words =
        text.sentences().stream().map(LabeledSequence::tokens).map(TokenSequence::words).toList();
    return new ComparedText(name, scheme, words, first, second);
  }

  /** Concatenates texts in their order. */
  static ComparedText join(String name, List<ComparedText> texts) {
    return new ComparedText(
        name,
        texts.get(0).scheme,
        texts.stream().flatMap(text -> text.words.stream()).toList(),
        texts.stream().flatMap(text -> text.first.stream()).toList(),
        texts.stream().flatMap(text -> text.second.stream()).toList());
  }

  /**
   * The score of a labeller on a sentence.
   *
   * @param gold gold segments
   * @param predicted predicted segments
   * @param tokens number of tokens
   * @param sums sufficient statistics of each metric; the metric of a text is a function of their
   *     sums over its sentences. Metrics that the labeller does not have are absent
   */
  record SentenceScore(
      List<Span> gold, List<Span> predicted, int tokens, Map<Metric, double[]> sums) {
    /**
     * Returns a score with the metrics that need no probabilities. The map of its metrics is
     * mutable.
     */
    static SentenceScore of(
        List<Span> gold, List<Span> predicted, List<String> goldLabels, List<String> labels) {
      int errors = 0;
      for (int t = 0; t < labels.size(); t++) {
        if (!labels.get(t).equals(goldLabels.get(t))) {
          errors++;
        }
      }

      SentenceScore score =
          new SentenceScore(gold, predicted, labels.size(), new EnumMap<>(Metric.class));
      score.sums.put(Metric.F1, PairedBootstrap.sums(score.segments()));
      score.sums.put(Metric.TOKEN_ERROR, new double[] {errors, labels.size()});
      return score;
    }

    /** Returns the numbers of gold, predicted and correct segments. */
    SpanCounts segments() {
      return SpanCounts.of(gold, predicted);
    }

    /** Returns whether the predicted segments are exactly the gold segments. */
    boolean isRight() {
      SpanCounts counts = segments();
      return counts.correct() == counts.gold() && counts.correct() == counts.predicted();
    }
  }
}
