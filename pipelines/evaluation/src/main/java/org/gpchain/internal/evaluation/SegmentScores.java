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

/** Counts of gold, predicted and correct segments, overall and by kind, such as by type. */
public final class SegmentScores {
  private final SortedMap<String, SpanCounts> byKind = new TreeMap<>();
  private final Function<Span, String> kind;

  /**
   * Creates counts without segments.
   *
   * @param kind returns the kind of a segment
   */
  public SegmentScores(Function<Span, String> kind) {
    this.kind = kind;
  }

  /** Adds the segments of a sentence. */
  public void add(List<Span> gold, List<Span> predicted) {
    for (Span span : gold) {
      add(span, 1, 0, 0);
    }

    Set<Span> goldSet = new HashSet<>(gold);
    for (Span span : predicted) {
      int correct = goldSet.contains(span) ? 1 : 0;
      add(span, 0, 1, correct);
    }
  }

  private void add(Span span, int gold, int predicted, int correct) {
    SpanCounts counts = new SpanCounts(gold, predicted, correct);
    byKind.merge(kind.apply(span), counts, SpanCounts::plus);
  }

  /** Returns the counts of all segments. */
  SpanCounts overall() {
    return byKind.values().stream().reduce(SpanCounts.NONE, SpanCounts::plus);
  }

  /** Returns the counts of each kind, in alphabetical order of the kinds; an unmodifiable view. */
  public SortedMap<String, SpanCounts> byKind() {
    return Collections.unmodifiableSortedMap(byKind);
  }
}
