package org.gpchain.training.optim;

import java.util.List;
import org.gpchain.core.math.Checks;

/**
 * A rule by which a stochastic method makes a direction of descent out of a batch: plain gradient,
 * Adam, SAGA. Has a memory of its own, so it belongs to one minimisation.
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

  /**
   * The gradient as the batch estimates it: stochastic gradient descent (Robbins and Monro 1951).
   * Remembers nothing.
   */
  final class PlainGradient implements GradientRule {
    @Override
    public void direction(
        MemberwiseObjective objective,
        double[] parameters,
        int[] batch,
        long seed,
        double[] directionOut) {
      double[][] compact = objective.members(parameters, batch, seed).compact();
      double factor = (double) objective.size() / batch.length;
      objective.gradient(parameters, objective.sum(batch, compact, factor), directionOut);
    }

    @Override
    public void objectiveChanged(MemberwiseObjective objective) {
      // Nothing is remembered that could no longer fit.
    }

    @Override
    public List<double[]> memory() {
      return List.of();
    }

    @Override
    public void restore(List<double[]> memory) {
      Checks.length("memory", memory.size(), 0, "of a rule that remembers nothing");
    }
  }
}
