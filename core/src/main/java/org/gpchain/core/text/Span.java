package org.gpchain.core.text;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.gpchain.internal.core.math.Checks;

/**
 * A labelled segment of a sentence: the tokens {@code [start, end)}.
 *
 * @param start first token
 * @param end token after the last one
 * @param type what the segment is, such as {@code NP}; empty if the scheme has no types
 */
public record Span(int start, int end, String type) {
  public Span {
    Checks.atLeast("start", start, 0);
    Checks.atLeast("end", end, start + 1);
  }

  public boolean overlaps(Span other) {
    return start < other.end && other.start < end;
  }

  /** Those spans that no earlier one in the list overlaps, in the order of the sentence. */
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

  /** This segment, {@code tokens} tokens further to the right. */
  public Span shifted(int tokens) {
    return new Span(start + tokens, end + tokens, type);
  }
}
