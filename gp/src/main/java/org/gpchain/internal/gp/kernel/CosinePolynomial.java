package org.gpchain.internal.gp.kernel;

import org.gpchain.internal.core.math.Checks;

/**
 * A polynomial of the cosine between two rows, {@code ((cos + c) / (1 + c))^p} with {@code cos =
 * x·x' / (‖x‖ ‖x'‖)}: conjunctions of up to p features, whatever the number of features of a row. A
 * row at the origin has the cosine 0 with every row. The hyper-parameter is {@code log c}.
 *
 * @param offset c, positive: the larger, the more weight conjunctions of few features have
 */
public record CosinePolynomial(double offset, int degree) implements ComposedKernel.PairFunction {
  public CosinePolynomial {
    Checks.positive("offset", offset);
    Checks.atLeast("degree", degree, 1);
  }

  private static double cosine(double inner, double square, double otherSquare) {
    return square > 0 && otherSquare > 0 ? inner / Math.sqrt(square * otherSquare) : 0;
  }

  @Override
  public double value(double inner, double square, double otherSquare) {
    return Math.pow((cosine(inner, square, otherSquare) + offset) / (1 + offset), degree);
  }

  @Override
  public double hyperParameter() {
    return Math.log(offset);
  }

  /** {@code ∂/∂log c = p ((cos + c) / (1 + c))^(p−1) · c (1 − cos) / (1 + c)²}. */
  @Override
  public double derivative(double inner, double square, double otherSquare) {
    double cosine = cosine(inner, square, otherSquare);
    double scale = 1 + offset;
    return degree
        * Math.pow((cosine + offset) / scale, degree - 1)
        * offset
        * (1 - cosine)
        / (scale * scale);
  }

  @Override
  public CosinePolynomial withHyperParameter(double log) {
    return new CosinePolynomial(Math.exp(log), degree);
  }
}
