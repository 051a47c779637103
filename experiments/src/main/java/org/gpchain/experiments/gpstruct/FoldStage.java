package org.gpchain.experiments.gpstruct;

/**
 * How good predictions were while a method still learned.
 *
 * @param seconds of learning until then; predictions on the way are not counted
 * @param error share of tokens whose likeliest label is wrong
 * @param nll mean −log marginal probability of the gold label
 */
public record FoldStage(double seconds, double error, double nll) {}
