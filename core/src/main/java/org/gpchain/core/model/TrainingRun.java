package org.gpchain.core.model;

/**
 * The cost and the outcome of a training run. In a model file, it is a separate entry, because it
 * is not a property of the model: equal models may have taken different times.
 *
 * @param seconds duration of the run (seconds)
 * @param threads number of threads
 * @param objective value of the objective at the end
 * @param stopReason reason why the optimizer stopped
 */
public record TrainingRun(double seconds, int threads, double objective, String stopReason) {
  /** Returns a copy of this run with another duration (seconds). */
  public TrainingRun lasting(double newSeconds) {
    return new TrainingRun(newSeconds, threads, objective, stopReason);
  }
}
