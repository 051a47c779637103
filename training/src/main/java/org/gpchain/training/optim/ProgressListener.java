package org.gpchain.training.optim;

/** Is told of each step of an optimiser. */
@FunctionalInterface
public interface ProgressListener {
  /**
   * Called after each step.
   *
   * @param iteration number of the step, from 1
   * @param value the objective
   * @param parameters where it is; shared, valid during the call only, not to be modified
   */
  void onIteration(int iteration, double value, double[] parameters);
}
