package org.gpchain.training.optim;

/**
 * A function to be minimised that is a sum over N members (sentences), of which a batch gives an
 * unbiased estimate. Pure in its arguments: the same parameters, batch and seed give the same
 * value.
 */
public interface StochasticObjective {
  /** Number of parameters. */
  int parameterCount();

  /** Number of members N. */
  int size();

  /**
   * Returns the value, or its estimate from a batch, and writes its gradient.
   *
   * @param parameters {@code [parameterCount]}; not modified
   * @param batch numbers of the members to look at, at least one, each in {@code [0, N)}, none
   *     twice; the sum over them is scaled by N / batch.length; not modified
   * @param seed of whatever is random in the value
   * @param gradientOut {@code [parameterCount]}; overwritten
   */
  double valueAndGradient(double[] parameters, int[] batch, long seed, double[] gradientOut);
}
