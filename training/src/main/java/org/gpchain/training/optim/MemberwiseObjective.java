package org.gpchain.training.optim;

/**
 * A finite sum whose members have compact gradients: {@code F(x) = R(x) + Σ_n F_n(x)}, where the
 * gradient of each member follows from a few numbers (for a sentence, its latent gradient) by a map
 * that is linear in them. Compact gradients are what SAGA remembers, instead of N gradients of the
 * size of the parameters.
 *
 * <p>The way is: {@link #members} gives compact gradients, {@link #accumulate} adds them up to a
 * sum, {@link #gradient} turns a sum into the gradient of the whole objective.
 */
public interface MemberwiseObjective extends StochasticObjective {
  /** Length of the compact gradient of a member. */
  int memberSize(int member);

  /** Length of the sum that compact gradients are added to. */
  int sumSize();

  /**
   * Evaluates members.
   *
   * @param parameters {@code [parameterCount]}; not modified
   * @param batch numbers of the members; not modified
   * @param seed of whatever is random in the values
   * @param compactOut for each member of the batch, {@code [memberSize]}; overwritten
   * @return the sum of their values, {@code Σ F_n(x)}, neither scaled nor with R
   */
  double members(double[] parameters, int[] batch, long seed, double[][] compactOut);

  /**
   * Adds compact gradients to a sum: {@code sum += factor · Σ_i J(batch[i]) compact[i]}.
   *
   * @param batch numbers of the members; not modified
   * @param compact their compact gradients; not modified
   * @param factor what they are multiplied by
   * @param sumInOut {@code [sumSize]}; modified
   */
  void accumulate(int[] batch, double[][] compact, double factor, double[] sumInOut);

  /**
   * Writes the gradient of the whole objective, given the sum of all members' compact gradients (or
   * an estimate of it).
   *
   * @param parameters {@code [parameterCount]}; not modified
   * @param sum {@code [sumSize]}; not modified
   * @param gradientOut {@code [parameterCount]}; overwritten
   * @return R(x), the part that belongs to no member
   */
  double gradient(double[] parameters, double[] sum, double[] gradientOut);
}
