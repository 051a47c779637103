package org.gpchain.internal.training.optim;

/**
 * Products of vectors with the Hessian of a {@link SparseSum} and its prior, computed from
 * differences of gradients. Not thread-safe.
 */
public final class HessianProduct {
  /** Length of the step between two gradients, relative to the length of the parameters. */
  private static final double DIFFERENCE = 1e-6;

  private final SparseSum sum;
  private final Precision precision;
  private final double[] weights;
  private final double[] shared;
  private final double[] gradient;
  private final double[] weightsThere;
  private final double[] sharedThere;
  private final double scale;

  /**
   * Prepares products with the Hessian at a point.
   *
   * @param sum sum of losses
   * @param precision precisions of the prior
   * @param weights weights at the point, {@code [D×V]}; kept, not modified
   * @param shared shared parameters at the point, {@code [S]}; kept, not modified
   */
  public HessianProduct(SparseSum sum, Precision precision, double[] weights, double[] shared) {
    this.sum = sum;
    this.precision = precision;
    this.weights = weights;
    this.shared = shared;
    this.gradient = new double[weights.length + shared.length];
    this.weightsThere = new double[weights.length];
    this.sharedThere = new double[shared.length];

    double squares = 0;
    for (double weight : weights) {
      squares += weight * weight;
    }
    for (double parameter : shared) {
      squares += parameter * parameter;
    }
    this.scale = DIFFERENCE * (1 + Math.sqrt(squares));
    sum.valueAndGradient(weights, shared, gradient);
  }

  /** Returns the gradient of losses and prior at the point, {@code [D·V + S]}, in a new array. */
  public double[] objectiveGradient() {
    double[] objectiveGradient = gradient.clone();
    for (int i = 0; i < weights.length; i++) {
      objectiveGradient[i] += precision.columns()[i / sum.width()] * weights[i];
    }
    for (int i = 0; i < shared.length; i++) {
      objectiveGradient[weights.length + i] += precision.shared() * shared[i];
    }
    return objectiveGradient;
  }

  /**
   * Computes {@code H x}.
   *
   * @param x {@code [D·V + S]}; not modified
   * @param out {@code [D·V + S]}; overwritten
   */
  public void multiply(double[] x, double[] out) {
    double squares = 0;
    for (double component : x) {
      squares += component * component;
    }

    // If x is zero, the step size does not matter.
    double step = squares > 0 ? scale / Math.sqrt(squares) : 1;
    int base = weights.length;
    for (int i = 0; i < base; i++) {
      weightsThere[i] = weights[i] + step * x[i];
    }
    for (int i = 0; i < sharedThere.length; i++) {
      sharedThere[i] = shared[i] + step * x[base + i];
    }
    sum.valueAndGradient(weightsThere, sharedThere, out);

    int width = sum.width();
    for (int d = 0; d < sum.columnCount(); d++) {
      double lambda = precision.columns()[d];
      for (int i = d * width; i < (d + 1) * width; i++) {
        out[i] = (out[i] - gradient[i]) / step + lambda * x[i];
      }
    }
    for (int i = base; i < out.length; i++) {
      out[i] = (out[i] - gradient[i]) / step + precision.shared() * x[i];
    }
  }
}
