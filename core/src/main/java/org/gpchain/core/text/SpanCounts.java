package org.gpchain.core.text;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Numbers of gold, predicted and correct segments: those whose borders and type all agree.
 * Precision, recall and F1 are zero where nothing was predicted, was there, or was right.
 *
 * @param correct number of predicted segments that are gold segments
 */
public record SpanCounts(int gold, int predicted, int correct) {
  public static final SpanCounts NONE = new SpanCounts(0, 0, 0);

  public static SpanCounts of(List<Span> gold, List<Span> predicted) {
    Set<Span> right = new HashSet<>(gold);
    right.retainAll(predicted);
    return new SpanCounts(gold.size(), predicted.size(), right.size());
  }

  public SpanCounts plus(SpanCounts other) {
    return new SpanCounts(gold + other.gold, predicted + other.predicted, correct + other.correct);
  }

  /** Share of predicted segments that are right. */
  public double precision() {
    return ratio(correct, predicted);
  }

  /** Share of gold segments that were found. */
  public double recall() {
    return ratio(correct, gold);
  }

  /** Harmonic mean of precision and recall. */
  public double f1() {
    return ratio(2.0 * correct, gold + predicted);
  }

  private static double ratio(double numerator, double denominator) {
    return denominator == 0 ? 0 : numerator / denominator;
  }
}
