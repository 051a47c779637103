package org.gpchain.evaluation.comparison;

import java.util.List;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.evaluation.CalibrationError;
import org.gpchain.evaluation.TokenScores;

/**
 * What a labeller's answer for a sentence is worth.
 *
 * @param gold segments that are there
 * @param predicted segments of the answer
 * @param tokens number of tokens
 * @param wrong number of tokens whose label is wrong; −1 if labels cannot be compared
 * @param probabilities what its probabilities are worth; null if it gives none
 */
record SentenceScore(
    List<Span> gold, List<Span> predicted, int tokens, int wrong, ProbabilityScore probabilities) {
  /** An answer without probabilities. */
  static SentenceScore of(
      List<Span> gold, List<Span> predicted, List<String> goldLabels, List<String> labels) {
    return new SentenceScore(gold, predicted, labels.size(), errors(goldLabels, labels), null);
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

  private static int errors(List<String> gold, List<String> labels) {
    int errors = 0;
    for (int t = 0; t < labels.size(); t++) {
      errors += labels.get(t).equals(gold.get(t)) ? 0 : 1;
    }
    return errors;
  }

  /** This answer, in labels that cannot be compared with those of the other labeller. */
  SentenceScore withoutErrors() {
    return new SentenceScore(gold, predicted, tokens, -1, probabilities);
  }

  /** This answer with what its probabilities are worth. */
  SentenceScore with(ProbabilityScore scored) {
    return new SentenceScore(gold, predicted, tokens, wrong, scored);
  }

  /**
   * What the probabilities of a sentence are worth.
   *
   * @param tokens scores of its tokens; null if the labellers have different labels
   * @param candidates number of segments that either labeller gives a chance
   * @param segmentLoss sum of −log probability of what is true of these, in nats
   * @param segments calibration of the predicted segments
   */
  record ProbabilityScore(
      TokenScores tokens, int candidates, double segmentLoss, CalibrationError segments) {}
}
