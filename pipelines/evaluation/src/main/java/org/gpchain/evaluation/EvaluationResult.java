package org.gpchain.evaluation;

import java.util.SortedMap;
import org.gpchain.core.predict.Promise;
import org.gpchain.evaluation.SegmentScores.SegmentScore;

/**
 * The figures of an evaluation. Shares are in [0, 1].
 *
 * @param sentences number of sentences
 * @param tokens number of tokens
 * @param tokenError share of tokens whose decoded label is wrong
 * @param precision share of the predicted segments that are right
 * @param recall share of the gold segments that were found
 * @param f1 harmonic mean of precision and recall
 * @param nll mean −log marginal probability of the gold label of a token, in nats; null if no token
 *     has a label that the model knows
 * @param ece expected calibration error of the likeliest label of a token, over 15 bins; null as
 *     nll
 * @param segmentEce expected calibration error of the probabilities of predicted segments, over 15
 *     bins; 0 if none was predicted
 * @param segmentEceByChance what it would be on average if these probabilities were exactly right;
 *     the fewer segments, the more
 * @param f1At80 F1 of the most certain sentences (by the mean entropy of their tokens), 80 % of all
 *     tokens; the others are withheld, gold segments included
 * @param segmentF1At80 F1 of the 80 % of the predicted segments that are most probable; the others
 *     are withheld, and so are gold segments that only withheld ones overlap with
 * @param tokensPerSecond speed of tagging, feature extraction included
 * @param trainSeconds how long the model was trained; null if unknown
 * @param byType the scores of each type of segment
 * @param promise what was promised of the segments, and whether it was kept; null for nothing
 * @param unknownLabelTokens number of tokens whose gold label the model does not know; they count
 *     as errors and are left out of nll and ece
 * @param repairedLabels number of illegal transitions between gold labels in the file
 */
public record EvaluationResult(
    int sentences,
    long tokens,
    double tokenError,
    double precision,
    double recall,
    double f1,
    Double nll,
    Double ece,
    double segmentEce,
    double segmentEceByChance,
    double f1At80,
    double segmentF1At80,
    double tokensPerSecond,
    Double trainSeconds,
    SortedMap<String, SegmentScore> byType,
    PromiseScore promise,
    long unknownLabelTokens,
    long repairedLabels)
    implements JsonResult {
  /** This result with what only the maker of model and corpus knows. */
  public EvaluationResult with(Double secondsOfTraining, long repairedGoldLabels) {
    return new EvaluationResult(
        sentences,
        tokens,
        tokenError,
        precision,
        recall,
        f1,
        nll,
        ece,
        segmentEce,
        segmentEceByChance,
        f1At80,
        segmentF1At80,
        tokensPerSecond,
        secondsOfTraining,
        byType,
        promise,
        unknownLabelTokens,
        repairedGoldLabels);
  }

  /**
   * Whether a promise was kept.
   *
   * @param promise what was promised
   * @param observed the share of the written segments that are wrong, or of the gold segments that
   *     were found, as segments or as alternatives; nothing wrong and all found if there is none
   * @param kept whether that is what was promised
   */
  public record PromiseScore(Promise promise, double observed, boolean kept) {
    /**
     * Compares a promise with what was found.
     *
     * @param score of the segments that were written
     * @param found number of gold segments that were found
     */
    static PromiseScore of(Promise promise, SegmentScore score, long found) {
      double observed =
          promise.kind() == Promise.Kind.MAX_ERROR
              ? 1 - share(score.correct(), score.predicted())
              : share(found, score.gold());
      return new PromiseScore(promise, observed, promise.isKeptBy(observed));
    }

    private static double share(long part, long all) {
      return all == 0 ? 1 : (double) part / all;
    }
  }
}
