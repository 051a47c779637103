package org.gpchain.internal.training.optim;

import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.ScaledSums;

/** Parallel operations on long vectors, whose results are the same on any number of threads. */
public record Vectors(Parallel parallel) {
  /** Number of components of a block. */
  private static final int BLOCK = 1 << 13;

  /** Returns the dot product {@code x · y}. */
  public double dot(double[] x, double[] y) {
    return parallel.sum(x.length, BLOCK, (worker, from, to) -> dot(x, y, from, to));
  }

  private static double dot(double[] x, double[] y, int from, int to) {
    return ScaledSums.product(x, from, y, from, to - from);
  }

  /** Returns whether the squared length of x is a finite number. */
  public static boolean isFinite(double[] x) {
    return Double.isFinite(dot(x, x, 0, x.length));
  }

  /** Returns the length {@code ‖x‖}. */
  public double norm(double[] x) {
    return Math.sqrt(dot(x, x));
  }

  /** Adds {@code factor · x} to y, and returns the dot product of the new y and z. */
  public double addAndDot(double[] y, double factor, double[] x, double[] z) {
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

  /** Computes {@code out = x + factor · y}. */
  public void sum(double[] x, double factor, double[] y, double[] out) {
    parallel.loop(
        x.length,
        BLOCK,
        (worker, from, to) -> {
          for (int i = from; i < to; i++) {
            out[i] = x[i] + factor * y[i];
          }
        });
  }

  /** Computes {@code out = factor · x}. */
  public void scale(double factor, double[] x, double[] out) {
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
