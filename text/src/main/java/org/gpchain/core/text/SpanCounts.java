package org.gpchain.core.text;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Numbers of gold, predicted and correct segments. A predicted segment is correct if a gold segment
 * has the same start, end and type.
 *
 * @param gold number of gold segments
 * @param predicted number of predicted segments
 * @param correct number of correct segments
 */
public record SpanCounts(int gold, int predicted, int correct) {
  /** Counts of a text without segments. */
  public static final SpanCounts NONE = new SpanCounts(0, 0, 0);

  /** Counts the segments of a sentence. */
  public static SpanCounts of(List<Span> gold, List<Span> predicted) {
    Set<Span> correct = new HashSet<>(gold);
    correct.retainAll(predicted);
    return new SpanCounts(gold.size(), predicted.size(), correct.size());
  }

  /** Returns the sums of these counts and others. */
  public SpanCounts plus(SpanCounts other) {
    return new SpanCounts(gold + other.gold, predicted + other.predicted, correct + other.correct);
  }

  /** Returns the share of predicted segments that are correct, or 0 if none were predicted. */
  public double precision() {
    return ratio(correct, predicted);
  }

  /** Returns the share of gold segments that were predicted, or 0 if there are none. */
  public double recall() {
    return ratio(correct, gold);
  }

  /** Returns the harmonic mean of precision and recall, or 0 if both are 0. */
  public double f1() {
    return ratio(2.0 * correct, gold + predicted);
  }

  private static double ratio(double numerator, double denominator) {
    if (denominator == 0) {
      return 0;
    }
    return numerator / denominator;
  }
}
