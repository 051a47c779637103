package org.gpchain.evaluation;

import org.gpchain.core.text.SpanCounts;

/**
 * How well segments were found. A figure whose denominator is 0 is 0, as in {@code conlleval}.
 *
 * @param precision share of the predicted segments that are right, in [0, 1]
 * @param recall share of the gold segments that were found, in [0, 1]
 * @param f1 harmonic mean of the two, in [0, 1]
 * @param gold number of gold segments
 * @param predicted number of predicted segments
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
