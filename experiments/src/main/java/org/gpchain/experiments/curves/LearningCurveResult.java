package org.gpchain.experiments.curves;

import java.util.Locale;
import org.gpchain.pipelines.evaluation.EvaluationResult;

/**
 * One model of a learning curve.
 *
 * @param sentences number of training sentences
 * @param method how it was learned
 * @param figures on the whole test file
 * @param seconds of choosing the variances and learning
 */
record LearningCurveResult(
    int sentences, LearningCurveMethod method, EvaluationResult figures, double seconds) {
  /** Mean -log probability of a gold label, in nats; NaN if the model knows none of them. */
  double nll() {
    return figures.nll() == null ? Double.NaN : figures.nll();
  }

  /** Expected calibration error, a share; NaN as {@link #nll}. */
  double ece() {
    return figures.ece() == null ? Double.NaN : figures.ece();
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
