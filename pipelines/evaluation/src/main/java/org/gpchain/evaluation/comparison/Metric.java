package org.gpchain.evaluation.comparison;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.gpchain.evaluation.CalibrationError;

/** A metric by which labellers are compared: a function of what sentences add up to. */
@SuppressWarnings("ImmutableEnumChecker") // its functions have no state
public enum Metric {
  /** F1 of segments. */
  F1(
      "f1",
      "F1 %",
      true,
      score -> true,
      score -> PairedBootstrap.sums(score.segments()),
      PairedBootstrap::f1),
  /** Share of tokens whose label is wrong. */
  TOKEN_ERROR(
      "tokenError",
      "token error %",
      true,
      score -> score.wrong() >= 0,
      score -> new double[] {score.wrong(), score.tokens()},
      PairedBootstrap::mean),
  /** Mean −log probability of the gold label of a token. */
  NLL(
      "nll",
      "nll",
      false,
      Metric::hasTokenProbabilities,
      score -> score.probabilities().tokens().lossAndTokens(),
      PairedBootstrap::mean),
  /** Expected calibration error of tokens. */
  ECE(
      "ece",
      "ece %",
      true,
      Metric::hasTokenProbabilities,
      score -> score.probabilities().tokens().calibration().sums(),
      CalibrationError::error),
  /** Mean −log probability of what is true of the segments that either labeller gives a chance. */
  SEGMENT_LOSS(
      "segmentLogLoss",
      "segments' log-loss",
      false,
      score -> score.probabilities() != null,
      score ->
          new double[] {score.probabilities().segmentLoss(), score.probabilities().candidates()},
      PairedBootstrap::mean),
  /** Expected calibration error of each labeller's predicted segments. */
  SEGMENT_ECE(
      "segmentEce",
      "segments' ece %",
      true,
      score -> score.probabilities() != null,
      score -> score.probabilities().segments().sums(),
      CalibrationError::error);

  private final String key;
  private final String title;
  private final boolean isShare;
  private final Predicate<SentenceScore> isKnown;
  private final Function<SentenceScore, double[]> sums;
  private final ToDoubleFunction<double[]> ofSums;

  Metric(
      String key,
      String title,
      boolean isShare,
      Predicate<SentenceScore> isKnown,
      Function<SentenceScore, double[]> sums,
      ToDoubleFunction<double[]> ofSums) {
    this.key = key;
    this.title = title;
    this.isShare = isShare;
    this.isKnown = isKnown;
    this.sums = sums;
    this.ofSums = ofSums;
  }

  private static boolean hasTokenProbabilities(SentenceScore score) {
    return score.probabilities() != null && score.probabilities().tokens() != null;
  }

  /** Its name in JSON. */
  String key() {
    return key;
  }

  /** Its name in a table. */
  String title() {
    return title;
  }

  /** Whether it is shown in percent. */
  boolean isShare() {
    return isShare;
  }

  /** Whether a larger one is better. */
  boolean isMerit() {
    return this == F1;
  }

  /** Whether both labellers have it, in every sentence. */
  boolean isKnownOf(ComparedText text) {
    return text.first().stream().allMatch(isKnown) && text.second().stream().allMatch(isKnown);
  }

  /** For each sentence the numbers whose sums give the metric. */
  double[][] sums(List<SentenceScore> sentences) {
    return sentences.stream().map(sums).toArray(double[][]::new);
  }

  /** The metric of a text. */
  double ofSums(double[] sumsOfText) {
    return ofSums.applyAsDouble(sumsOfText);
  }
}
