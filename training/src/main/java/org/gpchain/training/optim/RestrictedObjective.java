package org.gpchain.training.optim;

import org.gpchain.core.math.Checks;
import org.gpchain.training.optim.StepSizes.Range;

/** An objective as a function of one range of its parameters, the others being fixed. */
public final class RestrictedObjective implements StochasticObjective {
  private final StochasticObjective objective;
  private final double[] all;
  private final Range range;

  /**
   * @param objective of all parameters
   * @param all where the others are fixed, {@code [parameterCount]}; not modified, not kept
   * @param range the parameters that vary
   */
  public RestrictedObjective(StochasticObjective objective, double[] all, Range range) {
    Checks.length("all", all.length, objective.parameterCount(), "[parameterCount]");
    Checks.capacity("all", all.length, range.to(), "[end of the range]");
    this.objective = objective;
    this.all = all.clone();
    this.range = range;
  }

  @Override
  public int parameterCount() {
    return range.size();
  }

  @Override
  public int size() {
    return objective.size();
  }

  /**
   * All parameters.
   *
   * @param part those of the range; not modified
   * @return {@code [parameterCount of the whole]}; a new array
   */
  public double[] expand(double[] part) {
    Checks.length("parameters", part.length, range.size(), "[range]");
    double[] expanded = all.clone();
    System.arraycopy(part, 0, expanded, range.from(), part.length);
    return expanded;
  }

  @Override
  public double valueAndGradient(
      double[] parameters, int[] batch, long seed, double[] gradientOut) {
    double[] gradient = new double[all.length];
    double value = objective.valueAndGradient(expand(parameters), batch, seed, gradient);
    System.arraycopy(gradient, range.from(), gradientOut, 0, range.size());
    return value;
  }
}
