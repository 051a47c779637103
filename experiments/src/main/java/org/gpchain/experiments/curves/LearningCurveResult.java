package org.gpchain.experiments.curves;

import java.util.List;
import java.util.Locale;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.evaluation.EvaluationResult;
import org.gpchain.evaluation.comparison.PairedBootstrap;
import org.gpchain.evaluation.comparison.PairedBootstrap.Difference;

/**
 * One model of a learning curve.
 *
 * @param sentences number of training sentences
 * @param method how it was learned
 * @param figures on the whole test file
 * @param counts of each test sentence
 * @param difference F1 of this model minus that of {@link LearningCurveMethod#GP} after the same
 *     sentences; null if it has not been compared, as that one itself
 * @param seconds of choosing the variances and learning
 */
record LearningCurveResult(
    int sentences,
    LearningCurveMethod method,
    EvaluationResult figures,
    List<SpanCounts> counts,
    Difference difference,
    double seconds) {
  /** Mean -log probability of a gold label, in nats; NaN if the model knows none of them. */
  double nll() {
    return figures.nll() == null ? Double.NaN : figures.nll();
  }

  /** Expected calibration error, a share; NaN as {@link #nll}. */
  double ece() {
    return figures.ece() == null ? Double.NaN : figures.ece();
  }

  /** This result with its difference to that of {@link LearningCurveMethod#GP}. */
  LearningCurveResult against(LearningCurveResult gp, PairedBootstrap bootstrap) {
    return new LearningCurveResult(
        sentences, method, figures, counts, bootstrap.f1Difference(counts, gp.counts), seconds);
  }

  /** This result in one line. */
  String line() {
    return String.format(
        Locale.ROOT,
        "%d sentences, %s: F1 %.2f %%, nll %.4f, %.1f s",
        sentences,
        method,
        100 * figures.f1(),
        nll(),
        seconds);
  }
}
