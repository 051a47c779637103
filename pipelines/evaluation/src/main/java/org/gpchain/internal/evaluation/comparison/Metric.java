package org.gpchain.internal.evaluation.comparison;

import org.gpchain.internal.evaluation.CalibrationError;

/**
 * A metric by which labellers are compared. The metric of a text is a function of statistics that
 * are summed over its sentences.
 */
enum Metric {
  /** F1 of segments; higher values are better. Lower values of all other metrics are better. */
  F1("f1", "F1 %", true),
  /** Share of tokens whose label is wrong. */
  TOKEN_ERROR("tokenError", "token error %", true),
  /** Mean −log probability of the gold label of a token. */
  NLL("nll", "nll", false),
  /** Expected calibration error of the likeliest labels of tokens. */
  ECE("ece", "ece %", true),
  /** Mean log-loss of the candidate segments of either labeller. */
  SEGMENT_LOG_LOSS("segmentLogLoss", "segments' log-loss", false),
  /** Expected calibration error of predicted segments. */
  SEGMENT_ECE("segmentEce", "segments' ece %", true);

  /** Name of the metric in JSON. */
  final String key;

  /** Name of the metric in a table. */
  final String title;

  /** True if the metric is displayed in percent. */
  final boolean isShare;

  Metric(String key, String title, boolean isShare) {
    this.key = key;
    this.title = title;
    this.isShare = isShare;
  }

  /** Returns the metric of a text, given the sums of the statistics over its sentences. */
  double ofSums(double[] sums) {
    return switch (this) {
      case F1 -> PairedBootstrap.f1(sums);
      case TOKEN_ERROR, NLL, SEGMENT_LOG_LOSS -> PairedBootstrap.mean(sums);
      case ECE, SEGMENT_ECE -> CalibrationError.error(sums);
    };
  }
}
