package org.gpchain.internal.gp.kernel;

import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.SparseRows;

/**
 * {@code k(x, x') = σ² e(x)·e(x')}, where {@code e(x)} is the sum of the dense vectors of the row's
 * active features, each times the feature's value: the word vector of a token if each feature that
 * has a vector names one word. A row whose features have no vector is the origin.
 *
 * <p>An {@link Rbf} of it is an RBF kernel of the vectors; an Rbf of a {@link SumKernel} of
 * several, one for each word of a window, is that of the vectors put side by side.
 *
 * @param vectorOfFeature {@code [D]}, the number of each feature's vector; −1 for none; kept
 * @param vectors {@code [count×E]} row-major, finite; kept
 */
public record EmbeddingKernel(
    int[] vectorOfFeature, float[] vectors, int dimension, double variance) implements Kernel {
  public EmbeddingKernel {
    Checks.atLeast("dimension", dimension, 1);
    int count = vectors.length / dimension;
    Checks.length("vectors", vectors.length, (long) count * dimension, "[count×E]");
    for (int d = 0; d < vectorOfFeature.length; d++) {
      if (vectorOfFeature[d] != -1) {
        Checks.index("vector of feature " + d, vectorOfFeature[d], count);
      }
    }
    for (int i = 0; i < vectors.length; i++) {
      if (!Float.isFinite(vectors[i])) {
        throw new IllegalArgumentException(
            "vectors must be finite, vector " + i / dimension + " has " + vectors[i]);
      }
    }
    Checks.positive("variance", variance);
  }

  /** {@code out += e(x)}. */
  private void addVector(SparseRows x, int row, double[] out, int outStart) {
    for (int i = x.start(row); i < x.start(row + 1); i++) {
      int vector = vectorOfFeature[x.column(i)];
      for (int k = 0; vector >= 0 && k < dimension; k++) {
        out[outStart + k] += (double) x.value(i) * vectors[vector * dimension + k];
      }
    }
  }

  private double[] vector(SparseRows x, int row) {
    double[] vector = new double[dimension];
    addVector(x, row, vector, 0);
    return vector;
  }

  private double covariance(double[] a, double[] b, int start) {
    double sum = 0;
    for (int k = 0; k < dimension; k++) {
      sum += a[k] * b[start + k];
    }
    return variance * sum;
  }

  @Override
  public double variance(SparseRows x, int row) {
    double[] vector = vector(x, row);
    return covariance(vector, vector, 0);
  }

  /** One: {@code log σ²}. */
  @Override
  public double[] hyperParameters() {
    return new double[] {Math.log(variance)};
  }

  @Override
  public EmbeddingKernel withHyperParameters(double[] logs) {
    Checks.length("logs", logs.length, 1, "[log σ²]");
    return new EmbeddingKernel(vectorOfFeature, vectors, dimension, Math.exp(logs[0]));
  }

  @Override
  public CrossCovariance against(SparseRows z) {
    double[] inducing = new double[z.rowCount() * dimension];
    for (int m = 0; m < z.rowCount(); m++) {
      addVector(z, m, inducing, m * dimension);
    }
    return new Inner(this, inducing);
  }

  /** Inner products with the vectors of Z, {@code [M×E]}. */
  private record Inner(EmbeddingKernel kernel, double[] inducing) implements CrossCovariance {
    @Override
    public void of(SparseRows x, int row, double[] out, int column, int stride) {
      double[] vector = kernel.vector(x, row);
      for (int m = 0; m * vector.length < inducing.length; m++) {
        out[m * stride + column] = kernel.covariance(vector, inducing, m * vector.length);
      }
    }

    @Override
    public void pullBack(
        SparseRows x, int row, double[] weights, int column, int stride, double[] gradientInOut) {
      double[] own = new double[inducing.length / kernel.dimension];
      of(x, row, own, 0, 1);
      for (int m = 0; m < own.length; m++) {
        gradientInOut[0] += weights[m * stride + column] * own[m];
      }
    }
  }
}
