package org.gpchain.internal.training.optim;

import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.ScaledSums;

/** Operations on long vectors, on several threads, with the same result on any number of them. */
record Vectors(Parallel parallel) {
  private static final int BLOCK = 1 << 13;

  double dot(double[] x, double[] y) {
    return parallel.sum(x.length, BLOCK, (worker, from, to) -> dot(x, y, from, to));
  }

  private static double dot(double[] x, double[] y, int from, int to) {
    return ScaledSums.product(x, from, y, from, to - from);
  }

  /** Returns whether the squared length is a finite number. */
  static boolean isFinite(double[] x) {
    return Double.isFinite(dot(x, x, 0, x.length));
  }

  double norm(double[] x) {
    return Math.sqrt(dot(x, x));
  }

  /** {@code y += factor · x}; returns {@code y · z} with the new y. */
  double addAndDot(double[] y, double factor, double[] x, double[] z) {
    return parallel.sum(
        x.length,
        BLOCK,
        (worker, from, to) -> {
          for (int i = from; i < to; i++) {
            y[i] += factor * x[i];
          }
          return dot(y, z, from, to);
        });
  }

  /** {@code out = x + factor · y}. */
  void sum(double[] x, double factor, double[] y, double[] out) {
    parallel.loop(
        x.length,
        BLOCK,
        (worker, from, to) -> {
          for (int i = from; i < to; i++) {
            out[i] = x[i] + factor * y[i];
          }
        });
  }

  /** {@code out = factor · x}. */
  void scale(double factor, double[] x, double[] out) {
    parallel.loop(
        x.length,
        BLOCK,
        (worker, from, to) -> {
          for (int i = from; i < to; i++) {
            out[i] = factor * x[i];
          }
        });
  }
}
