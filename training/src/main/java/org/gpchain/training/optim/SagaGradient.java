package org.gpchain.training.optim;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.math.Checks;

/**
 * SAGA (Defazio, Bach and Lacoste-Julien 2014, equation 1) with a table of compact gradients: the
 * batch estimates how far the members' gradients have moved from those in the table, whose sum
 * {@code Σ_n J_n h_n} is known. Unbiased like the plain gradient, but its variance vanishes as the
 * table comes near the optimum, so a constant step size converges linearly on a finite sum.
 *
 * <p>The first call evaluates every member, at the same parameters and with the same seed, whatever
 * the batch: its direction is the gradient of the whole objective.
 */
public final class SagaGradient implements GradientRule {
  private double[][] table = {};
  private double[] sum = {};
  private long steps;

  @Override
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
    for (int i = 0; i < estimate.length; i++) {
      estimate[i] += factor * change[i];
    }
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
      double[] old = table[batch[i]];
      changes[i] = compact[i].clone();
      for (int k = 0; k < old.length; k++) {
        changes[i][k] -= old[k];
      }
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
      sumAnew(objective);
    } else {
      for (int i = 0; i < sum.length; i++) {
        sum[i] += change[i];
      }
    }
  }

  /** Takes the sum anew from the table; evaluates no member. */
  @Override
  public void objectiveChanged(MemberwiseObjective objective) {
    if (table.length > 0) {
      checkMembers(objective);
      sumAnew(objective);
    }
  }

  private void sumAnew(MemberwiseObjective objective) {
    sum = objective.sum(IntStream.range(0, table.length).toArray(), table, 1);
  }

  private void checkMembers(MemberwiseObjective objective) {
    Checks.length("remembered table", table.length, objective.size(), "[members]");
  }

  /** The rows of the table, the sum and the number of steps; nothing before the first call. */
  @Override
  public List<double[]> memory() {
    List<double[]> memory = new ArrayList<>();
    if (table.length > 0) {
      for (double[] row : table) {
        memory.add(row.clone());
      }
      memory.add(sum.clone());
      memory.add(new double[] {steps});
    }
    return memory;
  }

  @Override
  public void restore(List<double[]> memory) {
    if (memory.isEmpty()) {
      table = new double[0][];
      sum = new double[0];
      steps = 0;
      return;
    }
    int members = Checks.atLeast("memory.size()", memory.size(), 3) - 2;
    Checks.length("memory of the steps", memory.get(members + 1).length, 1, "");
    table = memory.stream().limit(members).map(double[]::clone).toArray(double[][]::new);
    sum = memory.get(members).clone();
    steps = (long) memory.get(members + 1)[0];
  }
}
