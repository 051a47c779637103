package org.gpchain.internal.gp.kernel;

import org.gpchain.internal.core.math.Checks;

/**
 * A polynomial of the cosine between two rows, {@code ((cos + c) / (1 + c))^p} with {@code cos =
 * x·x' / (‖x‖ ‖x'‖)}. Its features are the conjunctions of up to p features. The cosine does not
 * depend on the number of features of a row. It is 0 if one of the rows is the origin. The
 * hyper-parameter is {@code log c}.
 *
 * @param offset c, positive. The larger it is, the larger the weight of conjunctions of few
 *     features.
 * @param degree p, at least 1
 */
public record CosinePolynomial(double offset, int degree) implements ComposedKernel.PairFunction {
  /** Checks offset and degree. */
  public CosinePolynomial {
    Checks.positive("offset", offset);
    Checks.atLeast("degree", degree, 1);
  }

  private static double cosine(double inner, double square, double otherSquare) {
    if (square > 0 && otherSquare > 0) {
      return inner / Math.sqrt(square * otherSquare);
    }
    return 0;
  }

  @Override
  public double value(double inner, double square, double otherSquare) {
    return Math.pow((cosine(inner, square, otherSquare) + offset) / (1 + offset), degree);
  }

  @Override
  public double hyperParameter() {
    return Math.log(offset);
  }

  /** Returns {@code ∂/∂log c = p ((cos + c) / (1 + c))^(p−1) · c (1 − cos) / (1 + c)²}. */
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
