package org.gpchain.experiments.gpstruct;

/**
 * How good marginals are on the test sentences of a fold.
 *
 * @param tokenError share of tokens whose likeliest label is wrong, in [0, 1]
 * @param nll mean −log marginal probability of the gold label, in nats
 * @param ece expected calibration error over 15 bins, in [0, 1]
 * @param seconds time of learning and prediction
 */
public record FoldScore(double tokenError, double nll, double ece, double seconds) {}
