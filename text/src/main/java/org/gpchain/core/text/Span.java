package org.gpchain.core.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
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
    NavigableMap<Integer, Span> keptByStart = new TreeMap<>();
    for (Span span : spans) {
      // Kept segments are disjoint, so only the last one that starts before the end can overlap.
      Map.Entry<Integer, Span> last = keptByStart.lowerEntry(span.end);
      if (last == null || last.getValue().end <= span.start) {
        keptByStart.put(span.start, span);
      }
    }
    return new ArrayList<>(keptByStart.values());
  }

  /** Returns this segment, moved to the right by a number of tokens. */
  public Span shifted(int tokens) {
    return new Span(start + tokens, end + tokens, type);
  }
}
