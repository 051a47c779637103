package org.gpchain.internal.training.descent;

import java.util.stream.IntStream;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.training.optim.Vectors;

/**
 * The gradient estimate of SAGA (Defazio, Bach and Lacoste-Julien 2014, equation 1), with a table
 * of compact gradients h_n. The sum {@code Σ_n J_n h_n} of the table is known, and a batch
 * estimates how far the gradients have moved away from it. The estimate is unbiased, like a plain
 * batch gradient, but its variance vanishes as the table approaches the gradients at the optimum. A
 * constant step size therefore converges linearly on a finite sum.
 *
 * <p>The first call ignores the batch and evaluates every member, so that its direction is the
 * gradient of the whole objective. An instance belongs to one minimization.
 */
public final class SagaGradient {
  private double[][] table = {};
  private double[] sum = {};
  private long steps;

  /**
   * Computes the gradient estimate, which the caller multiplies by its step sizes and subtracts
   * from the parameters. If the estimate is not finite, the table is not changed.
   *
   * @param objective the objective to minimize, the same in each call
   * @param parameters the current parameters; not modified
   * @param batch distinct members to evaluate; not modified
   * @param seed seed of the noise, if the objective is random
   * @param directionOut the estimate, {@code [parameterCount]}; overwritten
   */
  public void direction(
      MemberwiseObjective objective,
      double[] parameters,
      int[] batch,
      long seed,
      double[] directionOut) {
    if (table.length == 0) {
      begin(objective, parameters, seed, directionOut);
      return;
    }
    checkMembers(objective);
    double[][] compact = objective.members(parameters, batch, seed).compact();
    double[] change = objective.sum(batch, changes(batch, compact), 1);
    double[] estimate = sum.clone();
    double factor = (double) table.length / batch.length;
    ScaledSums.add(factor, change, estimate.length, estimate);
    objective.gradient(parameters, estimate, directionOut);
    if (Vectors.isFinite(directionOut)) {
      remember(objective, batch, compact, change);
    }
  }

  private void begin(
      MemberwiseObjective objective, double[] parameters, long seed, double[] directionOut) {
    int[] everyMember = IntStream.range(0, objective.size()).toArray();
    double[][] first = objective.members(parameters, everyMember, seed).compact();
    double[] firstSum = objective.sum(everyMember, first, 1);
    objective.gradient(parameters, firstSum, directionOut);
    if (Vectors.isFinite(directionOut)) {
      table = first;
      sum = firstSum;
    }
  }

  private double[][] changes(int[] batch, double[][] compact) {
    double[][] changes = new double[batch.length][];
    for (int i = 0; i < batch.length; i++) {
      changes[i] = compact[i].clone();
      ScaledSums.add(-1, table[batch[i]], changes[i].length, changes[i]);
    }
    return changes;
  }

  private void remember(
      MemberwiseObjective objective, int[] batch, double[][] compact, double[] change) {
    for (int i = 0; i < batch.length; i++) {
      table[batch[i]] = compact[i];
    }
    steps++;
    if (steps % table.length == 0) {
      // The sum is computed anew every N steps, because rounding errors of its changes accumulate.
      objectiveChanged(objective);
    } else {
      ScaledSums.add(1, change, sum.length, sum);
    }
  }

  /**
   * Adapts to an objective whose gradient map has changed (for instance its kernel), but not its
   * members. Computes the sum of the table anew, without evaluating members.
   */
  public void objectiveChanged(MemberwiseObjective objective) {
    if (table.length > 0) {
      checkMembers(objective);
      sum = objective.sum(IntStream.range(0, table.length).toArray(), table, 1);
    }
  }

  private void checkMembers(MemberwiseObjective objective) {
    Checks.length("remembered table", table.length, objective.size(), "[members]");
  }
}
