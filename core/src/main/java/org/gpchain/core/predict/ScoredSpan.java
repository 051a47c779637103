package org.gpchain.core.predict;

/**
 * A predicted segment and its posterior probability.
 *
 * @param span the segment
 * @param probability the probability that exactly this segment, with these borders and this type,
 *     is there
 */
public record ScoredSpan(Span span, double probability) {}
