package org.gpchain.internal.training.optim;

/**
 * A finite sum whose members have compact gradients: {@code F(x) = R(x) + Σ_n F_n(x)}, where the
 * gradient of each member follows from a few numbers (for a sentence, its latent gradient) by a map
 * that is linear in them. Compact gradients are what SAGA remembers, instead of N gradients of the
 * size of the parameters: {@link #members} gives them, {@link #sum} adds them up, {@link #gradient}
 * turns a sum into the gradient of the whole objective.
 */
public interface MemberwiseObjective extends StochasticObjective {
  /** Number of members N. */
  int size();

  /**
   * The members of a batch at a point.
   *
   * @param value the sum of their values, {@code Σ F_n(x)}, neither scaled nor with R
   * @param compact the compact gradient of each; owned by the caller
   */
  record Members(double value, double[][] compact) {}

  /**
   * @param parameters {@code [parameterCount]}; not modified
   * @param batch numbers of the members; not modified
   * @param seed of whatever is random in the values
   */
  Members members(double[] parameters, int[] batch, long seed);

  /**
   * Adds up compact gradients: {@code factor · Σ_i J(batch[i]) compact[i]}.
   *
   * @param batch numbers of the members; not modified
   * @param compact their compact gradients; not modified
   * @param factor what they are multiplied by
   * @return a new array
   */
  double[] sum(int[] batch, double[][] compact, double factor);

  /**
   * Writes the gradient of the whole objective, given the sum of all members' compact gradients (or
   * an estimate of it).
   *
   * @param parameters {@code [parameterCount]}; not modified
   * @param sum as {@link #sum} returns it; not modified
   * @param gradientOut {@code [parameterCount]}; overwritten
   * @return R(x), the part that belongs to no member
   */
  double gradient(double[] parameters, double[] sum, double[] gradientOut);
}
