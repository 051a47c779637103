package org.gpchain.evaluation.crossvalidation;

import org.gpchain.evaluation.EvaluationResult;

/**
 * The figures of a fold, as {@code gpchain evaluate} has them.
 *
 * @param fold its number, from 1
 * @param trainSentences number of sentences that its model was learned from
 * @param sentences number of held-out sentences
 * @param tokens number of held-out tokens
 * @param precision share of the predicted segments that are right
 * @param recall share of the gold segments that were found
 * @param f1 their harmonic mean
 * @param tokenError share of tokens whose label is wrong
 * @param nll mean −log probability of the gold label of a token; null if the model knows none
 * @param ece expected calibration error of tokens; null as nll
 * @param segmentEce expected calibration error of predicted segments
 * @param trainSeconds how long its model was trained
 */
public record FoldResult(
    int fold,
    int trainSentences,
    int sentences,
    long tokens,
    double precision,
    double recall,
    double f1,
    double tokenError,
    Double nll,
    Double ece,
    double segmentEce,
    double trainSeconds) {
  static FoldResult of(int fold, int trainSentences, EvaluationResult of, double trainSeconds) {
    return new FoldResult(
        fold,
        trainSentences,
        of.sentences(),
        of.tokens(),
        of.precision(),
        of.recall(),
        of.f1(),
        of.tokenError(),
        of.nll(),
        of.ece(),
        of.segmentEce(),
        trainSeconds);
  }
}
