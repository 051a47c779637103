package org.gpchain.evaluation.report;

import java.util.List;
import org.gpchain.core.text.Span;

/**
 * A predicted segment beside the gold ones.
 *
 * @param sentence number of its sentence, from 0
 * @param span the segment
 * @param probability its probability
 * @param gold the gold segments that it overlaps with; not copied
 */
record JudgedSegment(int sentence, Span span, double probability, List<Span> gold) {
  boolean isRight() {
    return gold.contains(span);
  }

  /** −log of the probability of what is the case, in nats; finite, as the nll of a token. */
  double logLoss() {
    return -Math.log(Math.max(isRight() ? probability : 1 - probability, Double.MIN_NORMAL));
  }
}
