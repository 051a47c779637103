package org.gpchain.core.text;

import java.util.List;

/**
 * A predicted segment and its posterior probability.
 *
 * @param span the segment
 * @param probability probability that the sentence has a segment with exactly this start, end and
 *     type
 * @param alternatives other segments that overlap this one, in descending order of probability,
 *     without alternatives of their own. An alternative may be more probable than this segment,
 *     because segments are chosen for the sentence as a whole.
 */
public record ScoredSpan(Span span, double probability, List<ScoredSpan> alternatives) {
  /** Creates a scored segment; copies the list of alternatives. */
  public ScoredSpan {
    alternatives = List.copyOf(alternatives);
  }

  /** Creates a scored segment without alternatives. */
  public ScoredSpan(Span span, double probability) {
    this(span, probability, List.of());
  }

  /** Returns this segment and its alternatives, moved to the right by a number of tokens. */
  public ScoredSpan shifted(int tokens) {
    List<ScoredSpan> shiftedAlternatives =
        alternatives.stream().map(alternative -> alternative.shifted(tokens)).toList();
    return new ScoredSpan(span.shifted(tokens), probability, shiftedAlternatives);
  }
}
