package org.gpchain.internal.training.optim;

import java.util.stream.IntStream;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.ScaledSums;

/**
 * SAGA (Defazio, Bach and Lacoste-Julien 2014, equation 1) with a table of compact gradients: the
 * batch estimates how far the members' gradients have moved from those in the table, whose sum
 * {@code Σ_n J_n h_n} is known. Unbiased like the plain gradient, but its variance vanishes as the
 * table comes near the optimum, so a constant step size converges linearly on a finite sum.
 *
 * <p>The first call evaluates every member, at the same parameters and with the same seed, whatever
 * the batch: its direction is the gradient of the whole objective. The table belongs to one
 * minimisation.
 */
public final class SagaGradient {
  private double[][] table = {};
  private double[] sum = {};
  private long steps;

  /**
   * Writes what is to be subtracted from the parameters, before the step sizes. What is not finite
   * is not remembered.
   *
   * @param objective what is minimised; the same one at each call
   * @param parameters where it is; not modified
   * @param batch members to look at, none twice; not modified
   * @param seed of whatever is random in the objective
   * @param directionOut {@code [parameterCount]}; overwritten
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
      // Once in N steps the sum is taken anew, or else the rounding of its changes would add up.
      objectiveChanged(objective);
    } else {
      ScaledSums.add(1, change, sum.length, sum);
    }
  }

  /**
   * Makes the table fit an objective that has changed its data (for instance its kernel), but not
   * its members: takes the sum anew, and evaluates no member.
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
