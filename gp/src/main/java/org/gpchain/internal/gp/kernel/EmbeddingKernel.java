package org.gpchain.internal.gp.kernel;

import org.gpchain.internal.core.kernel.ColumnBlock;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.SparseRows;

/**
 * The linear kernel of dense vectors, {@code k(x, x') = σ² e(x)·e(x')}. The vector {@code e(x)} of
 * a row is the sum of the vectors of its active features, each multiplied by the value of the
 * feature. If each feature with a vector stands for one word, {@code e(x)} is the word vector of a
 * token. A row whose features have no vectors is the origin.
 *
 * <p>An {@link Rbf} of this kernel is an RBF kernel of the vectors. An Rbf of a {@link SumKernel}
 * of several such kernels, one for each word of a window, is an RBF kernel of the concatenated
 * vectors.
 *
 * @param vectorOfFeature index of the vector of each feature, {@code [D]}; −1 for features without
 *     a vector; retained, not copied
 * @param vectors finite vectors, {@code [count×E]} row-major; retained, not copied
 * @param dimension length E of a vector, at least 1
 * @param variance σ², positive
 */
public record EmbeddingKernel(
    int[] vectorOfFeature, float[] vectors, int dimension, double variance) implements Kernel {
  /** Checks that each feature has a vector or −1. */
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

  /** Adds the vector {@code e(x)} of a row to {@code out}, starting at an index. */
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

  /** Returns the only hyper-parameter, {@code log σ²}. */
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

  /**
   * Covariances that are computed from the vectors of Z.
   *
   * @param kernel the kernel
   * @param inducing vectors {@code e(z)}, {@code [M×E]} row-major
   */
  private record Inner(EmbeddingKernel kernel, double[] inducing) implements CrossCovariance {
    @Override
    public void write(SparseRows x, int row, ColumnBlock out, int column) {
      double[] values = out.values();
      double[] vector = kernel.vector(x, row);
      for (int m = 0; m * vector.length < inducing.length; m++) {
        values[m * out.columnCount() + column] =
            kernel.covariance(vector, inducing, m * vector.length);
      }
    }

    @Override
    public void pullBack(
        SparseRows x, int row, ColumnBlock weights, int column, double[] gradientInOut) {
      double[] covariances = new double[inducing.length / kernel.dimension];
      write(x, row, ColumnBlock.ofColumn(covariances), 0);

      // k is linear in σ², so ∂k/∂log σ² = k.
      double[] values = weights.values();
      for (int m = 0; m < covariances.length; m++) {
        gradientInOut[0] += values[m * weights.columnCount() + column] * covariances[m];
      }
    }
  }
}
