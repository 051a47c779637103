package org.gpchain.training.optim;

import java.util.List;
import org.gpchain.core.math.Checks;

/**
 * The gradient as the batch estimates it: stochastic gradient descent (Robbins and Monro 1951).
 * Remembers nothing.
 */
public final class PlainGradient implements GradientRule {
  @Override
  public void direction(
      MemberwiseObjective objective,
      double[] parameters,
      int[] batch,
      long seed,
      double[] directionOut) {
    double[] sum = new double[objective.sumSize()];
    double factor = (double) objective.size() / batch.length;
    objective.accumulate(batch, compact(objective, parameters, batch, seed), factor, sum);
    objective.gradient(parameters, sum, directionOut);
  }

  /** The compact gradients of a batch. */
  static double[][] compact(
      MemberwiseObjective objective, double[] parameters, int[] batch, long seed) {
    double[][] compact = new double[batch.length][];
    for (int i = 0; i < batch.length; i++) {
      compact[i] = new double[objective.memberSize(batch[i])];
    }
    objective.members(parameters, batch, seed, compact);
    return compact;
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
