package org.gpchain.evaluation.comparison;

import org.gpchain.evaluation.Calibration;
import org.gpchain.evaluation.TokenScores;

/**
 * What the probabilities of a sentence are worth.
 *
 * @param tokens scores of its tokens; null if the labellers have different labels
 * @param candidates number of segments that either labeller gives a chance
 * @param segmentLoss sum of −log probability of what is true of these, in nats
 * @param segments calibration of the predicted segments
 */
record ProbabilityScore(
    TokenScores tokens, int candidates, double segmentLoss, Calibration segments) {}
