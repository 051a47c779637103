package org.gpchain.core.kernel;

/**
 * A function of two rows of which a {@link ComposedKernel} makes a kernel: it sees them only
 * through inner products {@code x·x'}, {@code x·x} and {@code x'·x'} in the space of a base kernel.
 * It is symmetric, positive definite, and 1 for a row with itself if the row is not the origin.
 * Immutable; {@code toString()} as of a {@link Kernel}.
 */
public sealed interface PairFunction permits Rbf, CosinePolynomial {
  /**
   * The value for two rows.
   *
   * @param inner {@code x·x'}
   * @param square {@code x·x}, zero or larger
   * @param otherSquare {@code x'·x'}, zero or larger
   */
  double value(double inner, double square, double otherSquare);

  /** The hyper-parameter θ: the logarithm of a positive number. */
  double hyperParameter();

  /** The derivative of {@link #value} with respect to {@link #hyperParameter}. */
  double derivative(double inner, double square, double otherSquare);

  /** The same function with another hyper-parameter. */
  PairFunction withHyperParameter(double log);
}
