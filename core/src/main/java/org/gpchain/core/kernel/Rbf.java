package org.gpchain.core.kernel;

import org.gpchain.core.math.Checks;

/**
 * The squared exponential {@code exp(−‖x − x'‖² / 2ℓ²)}, with {@code ‖x − x'‖² = x·x + x'·x' − 2
 * x·x'}. Its hyper-parameter is {@code log ℓ}.
 *
 * @param lengthScale ℓ, positive; for an initial value see {@link MedianHeuristic}
 */
public record Rbf(double lengthScale) implements ComposedKernel.PairFunction {
  public Rbf {
    Checks.positive("length-scale", lengthScale);
  }

  /** {@code ‖x − x'‖² / ℓ²}; rounding must not make it negative. */
  private double squaredDistance(double inner, double square, double otherSquare) {
    return Math.max(0, square + otherSquare - 2 * inner) / (lengthScale * lengthScale);
  }

  @Override
  public double value(double inner, double square, double otherSquare) {
    return Math.exp(-0.5 * squaredDistance(inner, square, otherSquare));
  }

  @Override
  public double hyperParameter() {
    return Math.log(lengthScale);
  }

  @Override
  public double derivative(double inner, double square, double otherSquare) {
    double distance = squaredDistance(inner, square, otherSquare);
    return distance * Math.exp(-0.5 * distance);
  }

  @Override
  public Rbf withHyperParameter(double log) {
    return new Rbf(Math.exp(log));
  }
}
