package org.gpchain.internal.training.descent;

import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.training.optim.StochasticObjective;

/**
 * An objective as a function of some of its parameters, while the others are fixed.
 *
 * @param objective objective of all parameters
 * @param all values of all parameters, {@code [parameterCount]}; those outside the range are fixed
 *     at them; kept, not modified
 * @param range the parameters that vary
 */
public record RestrictedObjective(StochasticObjective objective, double[] all, Range range)
    implements StochasticObjective {
  public RestrictedObjective {
    Checks.length("all", all.length, objective.parameterCount(), "[parameterCount]");
    Checks.capacity("all", all.length, range.to(), "[end of the range]");
  }

  /**
   * A range of parameters.
   *
   * @param from index of the first parameter
   * @param to index after the last parameter
   */
  public record Range(int from, int to) {
    public Range {
      if (!(0 <= from && from <= to)) {
        throw new IllegalArgumentException(
            "a range must not end before it begins: " + from + ", " + to);
      }
    }

    /** Returns the number of parameters. */
    public int size() {
      return to - from;
    }
  }

  @Override
  public int parameterCount() {
    return range.size();
  }

  /**
   * Returns all parameters, in a new array.
   *
   * @param part the parameters of the range; not modified
   */
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
