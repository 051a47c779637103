package org.gpchain.internal.gp.algebra;

/**
 * Thrown if a matrix is not positive definite even with the largest jitter added to its diagonal.
 */
public final class NotPositiveDefiniteException extends ArithmeticException {
  private static final long serialVersionUID = 1L;

  NotPositiveDefiniteException(String matrix, int size, double largestJitter) {
    super(
        String.format(
            "the matrix '%s' [%s×%s] is not positive definite; jitter up to %s of its mean diagonal"
                + " was tried. Check it for NaN, or for variances that are far too small or too"
                + " large",
            matrix, size, size, largestJitter));
  }
}
