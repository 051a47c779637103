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
 * A text that two labellers have labelled.
 *
 * @param scheme in which its segments are shown
 * @param words those of each sentence, at least one sentence
 * @param first what the answers of one are worth, sentence by sentence
 * @param second those of the other for the same sentences
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

  /** Texts as one, in their order. */
  static ComparedText join(String name, List<ComparedText> texts) {
    return new ComparedText(
        name,
        texts.get(0).scheme,
        texts.stream().flatMap(text -> text.words.stream()).toList(),
        texts.stream().flatMap(text -> text.first.stream()).toList(),
        texts.stream().flatMap(text -> text.second.stream()).toList());
  }

  /**
   * What a labeller's answer for a sentence is worth.
   *
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

    SpanCounts segments() {
      return SpanCounts.of(gold, predicted);
    }

    /** Whether exactly the gold segments were found. */
    boolean isRight() {
      SpanCounts counts = segments();
      return counts.correct() == counts.gold() && counts.correct() == counts.predicted();
    }
  }
}
