package org.gpchain.internal.training.optim;

import org.gpchain.internal.core.math.Checks;

/**
 * The precisions of the Gaussian prior of a {@link SparseSum}.
 *
 * @param columns λ of each column's weights, {@code [D]}, positive; kept
 * @param shared μ of the shared parameters, positive
 */
public record Precision(double[] columns, double shared) {
  /** Checks that all precisions are positive and finite. */
  public Precision {
    for (double lambda : columns) {
      if (!(lambda > 0 && lambda < Double.POSITIVE_INFINITY)) {
        Checks.positive("precision of a column", lambda);
      }
    }
    Checks.positive("shared precision", shared);
  }
}
