package org.gpchain.evaluation.report;

/**
 * What became of a promise about the share of wrong segments among those that are written.
 *
 * @param asked the largest share that was asked for, in [0, 1]
 * @param wrong the share on the test file, in [0, 1]
 * @param coverage share of the predicted segments that were written, in [0, 1]
 * @param refusal why the model cannot promise it; null if it can
 */
public record PromiseResult(double asked, double wrong, double coverage, String refusal) {
  /** A promise that was made. */
  public PromiseResult(double asked, double wrong, double coverage) {
    this(asked, wrong, coverage, null);
  }

  /** A promise that the model cannot make. */
  static PromiseResult refused(double asked, String reason) {
    return new PromiseResult(asked, Double.NaN, 0, reason);
  }

  /** Whether the promise was kept on the test file. */
  public boolean isKept() {
    return wrong <= asked;
  }
}
