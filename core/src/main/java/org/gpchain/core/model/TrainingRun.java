package org.gpchain.core.model;

/**
 * The cost of one training run and its outcome. The model file holds it beside the model, of which
 * it is not a part: two models are the same even if one took longer.
 *
 * @param objective value of the objective at the end
 */
public record TrainingRun(double seconds, int threads, double objective, String stopReason) {
  public TrainingRun lasting(double allSeconds) {
    return new TrainingRun(allSeconds, threads, objective, stopReason);
  }
}
