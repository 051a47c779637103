package org.gpchain.core.text;

import java.util.List;

/**
 * A predicted segment and its posterior probability.
 *
 * @param probability the probability that exactly this segment, with these borders and this type,
 *     is there
 * @param alternatives other segments that overlap this one, the most probable first; they have no
 *     alternatives themselves. One of them may be more probable than this segment, which belongs to
 *     the sequence that is best as a whole.
 */
public record ScoredSpan(Span span, double probability, List<ScoredSpan> alternatives) {
  public ScoredSpan {
    alternatives = List.copyOf(alternatives);
  }

  public ScoredSpan(Span span, double probability) {
    this(span, probability, List.of());
  }

  /** This segment, {@code tokens} tokens further to the right. */
  public ScoredSpan shifted(int tokens) {
    return new ScoredSpan(
        span.shifted(tokens),
        probability,
        alternatives.stream().map(other -> other.shifted(tokens)).toList());
  }
}
