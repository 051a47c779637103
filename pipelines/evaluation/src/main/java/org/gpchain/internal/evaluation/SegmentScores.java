package org.gpchain.internal.evaluation;

import java.util.Collections;
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

  public void add(List<Span> gold, List<Span> predicted) {
    Set<Span> right = new HashSet<>(gold);
    gold.forEach(span -> add(span, 1, 0, 0));
    predicted.forEach(span -> add(span, 0, 1, right.contains(span) ? 1 : 0));
  }

  private void add(Span span, int gold, int predicted, int correct) {
    SpanCounts counts = new SpanCounts(gold, predicted, correct);
    byKind.merge(kind.apply(span), counts, SpanCounts::plus);
  }

  SpanCounts overall() {
    return byKind.values().stream().reduce(SpanCounts.NONE, SpanCounts::plus);
  }

  /** Those of each kind, in alphabetical order. */
  public SortedMap<String, SpanCounts> byKind() {
    return Collections.unmodifiableSortedMap(byKind);
  }
}
