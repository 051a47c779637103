package org.gpchain.training.vi;

import org.gpchain.core.math.Checks;

/**
 * One Gaussian of a mixture, independent between labels: {@code Π_j N(v_j; m_j, S_j)} for labels
 * {@code j < J} in M whitened inducing points. S_j is held either by its standard deviations or by
 * a lower triangular factor, {@code S_j = C_j C_jᵀ}.
 *
 * @param mean {@code [J×M]} row-major; kept
 * @param deviation standard deviations, {@code [J×M]} row-major, positive; null if there are
 *     factors; kept
 * @param factor for each label {@code [M×M]} row-major with a positive diagonal, not read above it;
 *     null if there are deviations; kept
 */
record GaussianComponent(double[] mean, double[] deviation, double[][] factor) {
  GaussianComponent {
    if ((deviation == null) == (factor == null)) {
      throw new IllegalArgumentException("a component must have either deviations or factors");
    }
  }

  /** With independent coordinates; arguments as those of the constructor. */
  static GaussianComponent diagonal(double[] mean, double[] deviation) {
    return new GaussianComponent(mean, deviation, null);
  }

  /** With a full covariance for each label; arguments as those of the constructor. */
  static GaussianComponent full(double[] mean, double[][] factor) {
    return new GaussianComponent(mean, null, factor);
  }

  /** Zeros in the shape of another component: room for the gradient with respect to it. */
  static GaussianComponent zeros(GaussianComponent like) {
    double[] mean = new double[like.mean.length];
    if (like.isDiagonal()) {
      return diagonal(mean, new double[like.deviation.length]);
    }
    double[][] factor = new double[like.factor.length][];
    for (int j = 0; j < factor.length; j++) {
      factor[j] = new double[like.factor[j].length];
    }
    return full(mean, factor);
  }

  boolean isDiagonal() {
    return factor == null;
  }

  /**
   * Checks all shapes.
   *
   * @throws IllegalArgumentException if a length is not what J and M ask for
   */
  void check(int labelCount, int size) {
    long total = (long) labelCount * size;
    Checks.length("mean", mean.length, total, "[J×M]");
    if (isDiagonal()) {
      Checks.length("deviation", deviation.length, total, "[J×M]");
    } else {
      Checks.length("factor", factor.length, labelCount, "[J]");
      for (double[] lower : factor) {
        Checks.length("factor", lower.length, (long) size * size, "[M×M]");
      }
    }
  }
}
