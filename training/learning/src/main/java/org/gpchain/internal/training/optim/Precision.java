package org.gpchain.internal.training.optim;

import org.gpchain.internal.core.math.Checks;

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
}
