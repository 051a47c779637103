package org.gpchain.internal.evaluation.comparison;

import org.gpchain.internal.evaluation.CalibrationError;

/** A metric by which labellers are compared: a function of what sentences add up to. */
enum Metric {
  /** F1 of segments; of the others, less is better. */
  F1("f1", "F1 %", true),
  /** Share of tokens whose label is wrong. */
  TOKEN_ERROR("tokenError", "token error %", true),
  /** Mean −log probability of the gold label of a token. */
  NLL("nll", "nll", false),
  /** Expected calibration error of tokens. */
  ECE("ece", "ece %", true),
  /** Mean −log probability of what is true of the segments that either labeller gives a chance. */
  SEGMENT_LOG_LOSS("segmentLogLoss", "segments' log-loss", false),
  /** Expected calibration error of predicted segments. */
  SEGMENT_ECE("segmentEce", "segments' ece %", true);

  /** Its name in JSON. */
  final String key;

  /** Its name in a table. */
  final String title;

  /** Whether it is shown in percent. */
  final boolean isShare;

  Metric(String key, String title, boolean isShare) {
    this.key = key;
    this.title = title;
    this.isShare = isShare;
  }

  /** The metric of a text, from the sums over its sentences. */
  double ofSums(double[] sums) {
    return switch (this) {
      case F1 -> PairedBootstrap.f1(sums);
      case TOKEN_ERROR, NLL, SEGMENT_LOG_LOSS -> PairedBootstrap.mean(sums);
      case ECE, SEGMENT_ECE -> CalibrationError.error(sums);
    };
  }
}
