package org.gpchain.internal.gp.posterior;

import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.gp.inducing.InducingProjection;

/**
 * The projection of a sentence onto inducing points, see {@link InducingProjection}. Arrays are
 * shared with the caller and must not be modified.
 *
 * @param length number of tokens T
 * @param projected coordinates w of each token, {@code [T×M]} row-major
 * @param residual covariance K̃ of the residuals, {@code [T×T]} row-major
 */
public record ProjectedSentence(int length, double[] projected, double[] residual) {
  /** Checks the length of the residual. */
  public ProjectedSentence {
    Checks.length("residual", residual.length, (long) length * length, "[T×T]");
  }
}
