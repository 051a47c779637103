package org.gpchain.internal.training.optim;

/**
 * A function to be minimised, whose values may be random. Pure in its arguments: the same
 * parameters and seed give the same value.
 */
public interface StochasticObjective {
  /** Number of parameters. */
  int parameterCount();

  /**
   * Returns the value, and writes its gradient.
   *
   * @param parameters {@code [parameterCount]}; not modified
   * @param seed of whatever is random in the value
   * @param gradientOut {@code [parameterCount]}; overwritten
   */
  double valueAndGradient(double[] parameters, long seed, double[] gradientOut);
}
