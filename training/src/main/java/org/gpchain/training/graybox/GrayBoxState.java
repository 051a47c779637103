package org.gpchain.training.graybox;

import java.util.List;

/**
 * The state of gray-box learning between two phases, on which everything that follows depends.
 * Arrays are shared, not to be modified.
 *
 * @param phase number of the next phase: three to a round, unary, pairwise, hyper-parameters
 * @param parameters of the posterior
 * @param hyper hyper-parameters of the kernel, then the log variance of the transition scores
 * @param stepSizes of a stochastic method; empty before they are found, and for a batch method
 * @param step number of stochastic steps taken
 * @param memory of a stochastic method's rule
 * @param best parameters and hyper-parameters that were best on held-out sentences; empty if none
 *     are
 * @param bestValue expected log-likelihood of held-out sentences there
 * @param roundsWithoutGain rounds since then
 */
public record GrayBoxState(
    int phase,
    double[] parameters,
    double[] hyper,
    double[] stepSizes,
    long step,
    List<double[]> memory,
    List<double[]> best,
    double bestValue,
    int roundsWithoutGain) {
  /** The state before the first phase. */
  public static GrayBoxState start(double[] parameters, double[] hyper) {
    return new GrayBoxState(
        0, parameters, hyper, new double[0], 0, List.of(), List.of(), Double.NEGATIVE_INFINITY, 0);
  }

  GrayBoxState withParameters(double[] next) {
    return new GrayBoxState(
        phase, next, hyper, stepSizes, step, memory, best, bestValue, roundsWithoutGain);
  }

  GrayBoxState withHyper(double[] next) {
    return new GrayBoxState(
        phase, parameters, next, stepSizes, step, memory, best, bestValue, roundsWithoutGain);
  }

  GrayBoxState withStepSizes(double[] next) {
    return new GrayBoxState(
        phase, parameters, hyper, next, step, memory, best, bestValue, roundsWithoutGain);
  }

  GrayBoxState withDescent(double[] next, long nextStep, List<double[]> nextMemory) {
    return new GrayBoxState(
        phase, next, hyper, stepSizes, nextStep, nextMemory, best, bestValue, roundsWithoutGain);
  }

  GrayBoxState withHeldOut(double value) {
    boolean gain = value > bestValue;
    return new GrayBoxState(
        phase,
        parameters,
        hyper,
        stepSizes,
        step,
        memory,
        gain ? List.of(parameters, hyper) : best,
        gain ? value : bestValue,
        gain ? 0 : roundsWithoutGain + 1);
  }

  /** The same before the next phase. */
  public GrayBoxState nextPhase() {
    return new GrayBoxState(
        phase + 1, parameters, hyper, stepSizes, step, memory, best, bestValue, roundsWithoutGain);
  }
}
