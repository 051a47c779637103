package org.gpchain.pipelines.evaluation.comparison;

import java.util.List;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCounts;

/**
 * What a labeller's answer for a sentence is worth.
 *
 * @param segments gold, predicted and correct segments
 * @param tokens number of tokens
 * @param wrong number of tokens whose label is wrong; −1 if labels cannot be compared
 * @param probabilities what its probabilities are worth; null if it gives none
 */
record SentenceScore(SpanCounts segments, int tokens, int wrong, ProbabilityScore probabilities) {
  /** An answer without probabilities. */
  static SentenceScore of(
      List<Span> gold, List<Span> predicted, List<String> goldLabels, List<String> labels) {
    SpanCounts counts = new SpanCounts();
    counts.add(gold, predicted);
    return new SentenceScore(counts, labels.size(), errors(goldLabels, labels), null);
  }

  private static int errors(List<String> gold, List<String> labels) {
    int errors = 0;
    for (int t = 0; t < labels.size(); t++) {
      errors += labels.get(t).equals(gold.get(t)) ? 0 : 1;
    }
    return errors;
  }

  /** This answer, in labels that cannot be compared with those of the other labeller. */
  SentenceScore withoutErrors() {
    return new SentenceScore(segments, tokens, -1, probabilities);
  }

  /** This answer with what its probabilities are worth. */
  SentenceScore with(ProbabilityScore scored) {
    return new SentenceScore(segments, tokens, wrong, scored);
  }
}
