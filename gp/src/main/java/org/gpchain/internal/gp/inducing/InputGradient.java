package org.gpchain.internal.gp.inducing;

import org.gpchain.internal.core.math.Checks;

/**
 * Derivatives with respect to the covariances of the inputs x of one sentence, as {@link
 * InducingProjection#pullBackInputs} takes them. Arrays are shared with the caller, not copied.
 *
 * @param count number of inputs T
 * @param withInducing derivatives with respect to {@code k(Z, x)} for M inducing points Z, {@code
 *     [M×T]} row-major
 * @param within derivatives with respect to {@code k(x, x')}, {@code [T×T]} row-major
 */
public record InputGradient(int count, double[] withInducing, double[] within) {
  /** Checks the length of the array. */
  public InputGradient {
    Checks.length("within", within.length, (long) count * count, "[T×T]");
  }
}
