package org.gpchain.internal.evaluation;

import org.gpchain.core.text.SpanCounts;

/**
 * How well predicted segments agree with gold segments. Shares are in [0, 1].
 *
 * @param precision share of the predicted segments that are correct
 * @param recall share of the gold segments that were found
 * @param f1 harmonic mean of precision and recall
 */
public record PrecisionRecall(double precision, double recall, double f1) {
  /** Returns the scores of counts of segments. */
  static PrecisionRecall of(SpanCounts counts) {
    return new PrecisionRecall(counts.precision(), counts.recall(), counts.f1());
  }
}
