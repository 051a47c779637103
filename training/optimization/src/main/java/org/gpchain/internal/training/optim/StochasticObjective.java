package org.gpchain.internal.training.optim;

/**
 * A function to be minimized, whose values can be random. Its value is a deterministic function of
 * the parameters and the seed.
 */
public interface StochasticObjective {
  /** Returns the number of parameters. */
  int parameterCount();

  /**
   * Returns the value, and writes its gradient.
   *
   * @param parameters {@code [parameterCount]}; not modified
   * @param seed seed of the noise, if the value is random
   * @param gradientOut {@code [parameterCount]}; overwritten
   */
  double valueAndGradient(double[] parameters, long seed, double[] gradientOut);
}
