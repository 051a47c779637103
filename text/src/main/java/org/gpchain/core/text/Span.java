package org.gpchain.core.text;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.gpchain.internal.core.math.Checks;

/**
 * A labeled segment of a sentence: the tokens {@code [start, end)}.
 *
 * @param start index of the first token
 * @param end index after the last token
 * @param type label of the segment, such as {@code NP}; empty if segments have no types
 */
public record Span(int start, int end, String type) {
  /**
   * Creates a segment.
   *
   * @throws IllegalArgumentException if {@code start} is negative or the segment is empty
   */
  public Span {
    Checks.atLeast("start", start, 0);
    Checks.atLeast("end", end, start + 1);
  }

  /** Returns whether this segment and another have a token in common. */
  public boolean overlaps(Span other) {
    return start < other.end && other.start < end;
  }

  /**
   * Returns segments that do not overlap, in the order of the sentence. If segments overlap, the
   * one that comes first in the list is kept.
   */
  public static List<Span> disjoint(List<Span> spans) {
    BitSet taken = new BitSet();
    List<Span> kept = new ArrayList<>();
    for (Span span : spans) {
      if (taken.get(span.start, span.end).isEmpty()) {
        kept.add(span);
        taken.set(span.start, span.end);
      }
    }

    kept.sort(Comparator.comparingInt(Span::start));
    return kept;
  }

  /** Returns this segment, moved to the right by a number of tokens. */
  public Span shifted(int tokens) {
    return new Span(start + tokens, end + tokens, type);
  }
}
