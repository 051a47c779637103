package org.gpchain.core.text;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Counts gold, predicted and correct segments: those whose borders and type all agree. Precision,
 * recall and F1 are zero where nothing was predicted, was there, or was right.
 */
public final class SpanCounts {
  private int gold;
  private int predicted;
  private int correct;

  public void add(List<Span> goldSpans, List<Span> predictedSpans) {
    Set<Span> right = new HashSet<>(goldSpans);
    right.retainAll(predictedSpans);
    add(goldSpans.size(), predictedSpans.size(), right.size());
  }

  public void add(int goldCount, int predictedCount, int correctCount) {
    gold += goldCount;
    predicted += predictedCount;
    correct += correctCount;
  }

  public int gold() {
    return gold;
  }

  public int predicted() {
    return predicted;
  }

  /** Number of predicted segments that are gold segments. */
  public int correct() {
    return correct;
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
