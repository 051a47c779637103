package org.gpchain.training.optim;

import org.gpchain.core.math.Checks;

/**
 * The precisions of the Gaussian prior of a {@link SparseSum}.
 *
 * @param columns λ of each column's weights, {@code [D]}, positive; kept
 * @param shared μ of the shared parameters, positive
 */
public record Precision(double[] columns, double shared) {
  public Precision {
    for (double one : columns) {
      if (!(one > 0 && one < Double.POSITIVE_INFINITY)) {
        Checks.positive("precision of a column", one);
      }
    }
    Checks.positive("shared precision", shared);
  }

  /**
   * The negative log density of the prior, up to a constant.
   *
   * @param weights {@code [D×V]}; not modified
   * @param sharedParameters not modified
   */
  public double penalty(double[] weights, double[] sharedParameters) {
    int width = columns.length == 0 ? 0 : weights.length / columns.length;
    double sum = 0;
    for (int d = 0; d < columns.length; d++) {
      double squares = 0;
      for (int i = d * width; i < (d + 1) * width; i++) {
        squares += weights[i] * weights[i];
      }
      sum += columns[d] * squares;
    }
    for (double parameter : sharedParameters) {
      sum += shared * parameter * parameter;
    }
    return sum / 2;
  }
}
