package org.gpchain.evaluation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCounts;

/** Counts segments, all together and by kind, such as their type. */
public final class SegmentScores {
  private final SortedMap<String, SpanCounts> byKind = new TreeMap<>();
  private final Function<Span, String> kind;

  /** Without any segment so far. */
  public SegmentScores(Function<Span, String> kind) {
    this.kind = kind;
  }

  /** Adds the segments of one sentence. */
  public void add(List<Span> gold, List<Span> predicted) {
    Set<Span> right = new HashSet<>(gold);
    gold.forEach(span -> add(span, 1, 0, 0));
    predicted.forEach(span -> add(span, 0, 1, right.contains(span) ? 1 : 0));
  }

  private void add(Span span, int gold, int predicted, int correct) {
    SpanCounts counts = new SpanCounts(gold, predicted, correct);
    byKind.merge(kind.apply(span), counts, SpanCounts::plus);
  }

  /** The score of all segments. */
  SegmentScore overall() {
    return SegmentScore.of(byKind.values().stream().reduce(SpanCounts.NONE, SpanCounts::plus));
  }

  /** The score of each kind, in alphabetical order. */
  public SortedMap<String, SegmentScore> byKind() {
    SortedMap<String, SegmentScore> scores = new TreeMap<>();
    byKind.forEach((name, counts) -> scores.put(name, SegmentScore.of(counts)));
    return scores;
  }

  /**
   * How well segments were found. A figure whose denominator is 0 is 0, as in {@code conlleval}.
   *
   * @param f1 harmonic mean of the two, in [0, 1]
   * @param correct number of predicted segments with the borders and the type of a gold segment
   */
  public record SegmentScore(
      double precision, double recall, double f1, long gold, long predicted, long correct) {

    static SegmentScore of(SpanCounts counts) {
      return new SegmentScore(
          counts.precision(),
          counts.recall(),
          counts.f1(),
          counts.gold(),
          counts.predicted(),
          counts.correct());
    }
  }
}
