package org.gpchain.training.optim;

import java.util.List;

/**
 * How a stochastic method makes a direction of descent out of a batch: plain gradient, Adam, SAGA.
 * Has a memory of its own, so it belongs to one minimisation.
 */
public interface GradientRule {
  /**
   * Writes what is to be subtracted from the parameters, before the step sizes.
   *
   * @param objective what is minimised; the same one at each call
   * @param parameters where it is; not modified
   * @param batch members to look at, none twice; not modified
   * @param seed of whatever is random in the objective
   * @param directionOut {@code [parameterCount]}; overwritten
   */
  void direction(
      MemberwiseObjective objective,
      double[] parameters,
      int[] batch,
      long seed,
      double[] directionOut);

  /**
   * Makes the memory fit an objective that has changed its data (for instance its kernel), but not
   * its members.
   */
  void objectiveChanged(MemberwiseObjective objective);

  /** The memory, for a checkpoint: arrays that {@link #restore} takes back. */
  List<double[]> memory();

  /** Takes back a memory; what follows is the same, bit for bit, as without the interruption. */
  void restore(List<double[]> memory);
}
