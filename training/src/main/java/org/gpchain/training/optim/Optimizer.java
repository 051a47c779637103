package org.gpchain.training.optim;

/** Minimises an objective. Implementations are immutable. */
public interface Optimizer {
  /**
   * Minimises.
   *
   * @param objective what to minimise
   * @param start where to begin; not modified
   * @param stop when to stop
   * @param listener is told of each step
   */
  OptimizationResult minimize(
      StochasticObjective objective, double[] start, StopRule stop, ProgressListener listener);
}
