package org.gpchain.evaluation.comparison;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.gpchain.evaluation.CalibrationError;

/**
 * A metric by which labellers are compared: a function of what sentences add up to.
 *
 * @param key its name in JSON
 * @param title its name in a table
 * @param isShare whether it is shown in percent
 * @param isKnown whether a labeller has it in a sentence
 * @param sums the numbers of a sentence whose sums over a text give the metric
 * @param ofSums the metric of a text, from these sums
 */
record Metric(
    String key,
    String title,
    boolean isShare,
    Predicate<SentenceScore> isKnown,
    Function<SentenceScore, double[]> sums,
    ToDoubleFunction<double[]> ofSums) {
  /** F1 of segments; of the others, less is better. */
  private static final Metric F1 =
      new Metric(
          "f1",
          "F1 %",
          true,
          score -> true,
          score -> PairedBootstrap.sums(score.segments()),
          PairedBootstrap::f1);

  /**
   * F1; share of tokens whose label is wrong; mean −log probability of the gold label of a token;
   * expected calibration error of tokens; mean −log probability of what is true of the segments
   * that either labeller gives a chance; expected calibration error of predicted segments.
   */
  static final List<Metric> ALL =
      List.of(
          F1,
          new Metric(
              "tokenError",
              "token error %",
              true,
              score -> score.wrong() >= 0,
              score -> new double[] {score.wrong(), score.tokens()},
              PairedBootstrap::mean),
          new Metric(
              "nll",
              "nll",
              false,
              Metric::hasTokenProbabilities,
              score -> score.probabilities().tokens().lossAndTokens(),
              PairedBootstrap::mean),
          new Metric(
              "ece",
              "ece %",
              true,
              Metric::hasTokenProbabilities,
              score -> score.probabilities().tokens().calibration().sums(),
              CalibrationError::error),
          new Metric(
              "segmentLogLoss",
              "segments' log-loss",
              false,
              score -> score.probabilities() != null,
              score ->
                  new double[] {
                    score.probabilities().segmentLoss(), score.probabilities().candidates()
                  },
              PairedBootstrap::mean),
          new Metric(
              "segmentEce",
              "segments' ece %",
              true,
              score -> score.probabilities() != null,
              score -> score.probabilities().segments().sums(),
              CalibrationError::error));

  private static boolean hasTokenProbabilities(SentenceScore score) {
    return score.probabilities() != null && score.probabilities().tokens() != null;
  }

  /** Whether a larger one is better. */
  boolean isMerit() {
    return equals(F1);
  }

  /** Whether both labellers have it, in every sentence. */
  boolean isKnownOf(ComparedText text) {
    return text.first().stream().allMatch(isKnown) && text.second().stream().allMatch(isKnown);
  }

  double[][] sums(List<SentenceScore> sentences) {
    return sentences.stream().map(sums).toArray(double[][]::new);
  }

  double ofSums(double[] sumsOfText) {
    return ofSums.applyAsDouble(sumsOfText);
  }
}
