package org.gpchain.pipelines.evaluation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCounts;

/** Counts segments, all together and by type. */
final class SegmentScores {
  private final SpanCounts all = new SpanCounts();
  private final SortedMap<String, SpanCounts> byType = new TreeMap<>();

  /** Adds the segments of one sentence. */
  void add(List<Span> gold, List<Span> predicted) {
    all.add(gold, predicted);
    Set<Span> right = new HashSet<>(gold);
    gold.forEach(span -> ofType(span).add(1, 0, 0));
    predicted.forEach(span -> ofType(span).add(0, 1, right.contains(span) ? 1 : 0));
  }

  private SpanCounts ofType(Span span) {
    return byType.computeIfAbsent(span.type(), type -> new SpanCounts());
  }

  /** The score of all segments. */
  SegmentScore overall() {
    return SegmentScore.of(all);
  }

  /** The score of each type, in alphabetical order. */
  SortedMap<String, SegmentScore> byType() {
    SortedMap<String, SegmentScore> scores = new TreeMap<>();
    byType.forEach((type, counts) -> scores.put(type, SegmentScore.of(counts)));
    return scores;
  }
}
