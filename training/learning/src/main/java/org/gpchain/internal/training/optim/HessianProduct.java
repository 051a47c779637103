package org.gpchain.internal.training.optim;

/**
 * Products with the Hessian of a {@link SparseSum} and its prior, as differences of gradients. Not
 * for concurrent use.
 */
public final class HessianProduct {
  /** Length of a difference, relative to the parameters. */
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
   * @param sum the losses
   * @param precision of the prior
   * @param weights where, {@code [D×V]}; kept, not modified
   * @param shared where, {@code [S]}; kept, not modified
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
    for (double one : shared) {
      squares += one * one;
    }
    this.scale = DIFFERENCE * (1 + Math.sqrt(squares));
    sum.valueAndGradient(weights, shared, gradient);
  }

  /**
   * The gradient of losses and prior, {@code [D·V + S]}; a new array. It is zero at the minimum.
   */
  public double[] objectiveGradient() {
    double[] whole = gradient.clone();
    for (int i = 0; i < whole.length; i++) {
      whole[i] +=
          i < weights.length
              ? precision.columns()[i / sum.width()] * weights[i]
              : precision.shared() * shared[i - weights.length];
    }
    return whole;
  }

  /** Writes {@code H x}; both {@code [D·V + S]}, x is not modified. */
  public void multiply(double[] x, double[] out) {
    double squares = 0;
    for (double one : x) {
      squares += one * one;
    }
    // Of a zero vector any length will do.
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
