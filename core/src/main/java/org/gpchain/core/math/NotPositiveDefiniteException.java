package org.gpchain.core.math;

/** A matrix that should be positive definite is not, even with the largest jitter allowed. */
public final class NotPositiveDefiniteException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NotPositiveDefiniteException(String matrix, int size, double largestJitter) {
    super(
        "the matrix '"
            + matrix
            + "' ["
            + size
            + "×"
            + size
            + "] is not positive definite; jitter up to "
            + largestJitter
            + " of its mean diagonal was tried. Check it for NaN, or for variances that are far too"
            + " small or too large");
  }
}
