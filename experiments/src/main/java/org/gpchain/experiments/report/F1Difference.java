package org.gpchain.experiments.report;

import org.gpchain.evaluation.comparison.PairedBootstrap;

/**
 * A difference between two F1 in a report for programs; all in [-1, 1].
 *
 * @param f1 the difference
 * @param low lower end of its 95 % interval
 * @param high upper end of its 95 % interval
 * @param tie whether the interval contains 0
 */
public record F1Difference(double f1, double low, double high, boolean tie) {
  /** A difference as it is reported; null for null. */
  public static F1Difference of(PairedBootstrap.Difference difference) {
    return difference == null
        ? null
        : new F1Difference(
            difference.value(), difference.low(), difference.high(), difference.isTie());
  }
}
