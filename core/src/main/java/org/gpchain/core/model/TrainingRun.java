package org.gpchain.core.model;

/**
 * What one run of the learner took. It stands in the model file beside the model and is no part of
 * it: two models are the same even if one took longer.
 *
 * @param seconds wall-clock time
 * @param threads number of threads
 * @param objective value of the objective at the end
 * @param stopReason why the optimiser stopped
 */
public record TrainingRun(double seconds, int threads, double objective, String stopReason) {
  /** The same after so many seconds. */
  public TrainingRun lasting(double allSeconds) {
    return new TrainingRun(allSeconds, threads, objective, stopReason);
  }
}
