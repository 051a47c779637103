package org.gpchain.internal.training.optim;

import org.gpchain.internal.core.math.Checks;

/**
 * An objective as a function of one range of its parameters, the others being fixed.
 *
 * @param objective of all parameters
 * @param all where the others are fixed, {@code [parameterCount]}; kept, not modified
 * @param range the parameters that vary
 */
public record RestrictedObjective(StochasticObjective objective, double[] all, Range range)
    implements StochasticObjective {
  public RestrictedObjective {
    Checks.length("all", all.length, objective.parameterCount(), "[parameterCount]");
    Checks.capacity("all", all.length, range.to(), "[end of the range]");
  }

  /**
   * A run of parameters.
   *
   * @param from first index
   * @param to index after the last
   */
  public record Range(int from, int to) {
    public Range {
      if (!(0 <= from && from <= to)) {
        throw new IllegalArgumentException(
            "a range must not end before it begins: " + from + ", " + to);
      }
    }

    /** Number of parameters. */
    public int size() {
      return to - from;
    }
  }

  @Override
  public int parameterCount() {
    return range.size();
  }

  /** All parameters, given those of the range, not modified; a new array. */
  public double[] expand(double[] part) {
    Checks.length("parameters", part.length, range.size(), "[range]");
    double[] expanded = all.clone();
    System.arraycopy(part, 0, expanded, range.from(), part.length);
    return expanded;
  }

  @Override
  public double valueAndGradient(double[] parameters, long seed, double[] gradientOut) {
    double[] gradient = new double[all.length];
    double value = objective.valueAndGradient(expand(parameters), seed, gradient);
    System.arraycopy(gradient, range.from(), gradientOut, 0, range.size());
    return value;
  }
}
