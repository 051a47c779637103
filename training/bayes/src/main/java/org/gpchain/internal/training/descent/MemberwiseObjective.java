package org.gpchain.internal.training.descent;

import org.gpchain.internal.training.optim.StochasticObjective;

/**
 * A finite sum whose members have compact gradients: {@code F(x) = R(x) + Σ_n F_n(x)}. The gradient
 * of each member is a linear function of a few numbers, its compact gradient (for a sentence, the
 * gradient with respect to the latent scores). SAGA stores the compact gradients instead of N
 * gradients of the size of the parameters. {@link #members} computes them, {@link #sum} adds them
 * up, and {@link #gradient} turns a sum into the gradient of the whole objective.
 */
public interface MemberwiseObjective extends StochasticObjective {
  /** Returns the number of members N. */
  int size();

  /**
   * The values and gradients of a batch of members at a point.
   *
   * @param value the sum of their values, {@code Σ F_n(x)}, neither scaled nor with R
   * @param compact the compact gradient of each; owned by the caller
   */
  record Members(double value, double[][] compact) {}

  /**
   * Evaluates a batch of members.
   *
   * @param parameters {@code [parameterCount]}; not modified
   * @param batch numbers of the members; not modified
   * @param seed seed of the noise, if values are random
   */
  Members members(double[] parameters, int[] batch, long seed);

  /**
   * Returns a sum of compact gradients: {@code factor · Σ_i J(batch[i]) compact[i]}.
   *
   * @param batch numbers of the members; not modified
   * @param compact their compact gradients; not modified
   * @param factor factor of the sum
   * @return a new array
   */
  double[] sum(int[] batch, double[][] compact, double factor);

  /**
   * Writes the gradient of the whole objective, given the sum of all members' compact gradients (or
   * an estimate of it).
   *
   * @param parameters {@code [parameterCount]}; not modified
   * @param sum result of {@link #sum} over all members; not modified
   * @param gradientOut {@code [parameterCount]}; overwritten
   * @return R(x), the part of the objective that belongs to no member
   */
  double gradient(double[] parameters, double[] sum, double[] gradientOut);
}
