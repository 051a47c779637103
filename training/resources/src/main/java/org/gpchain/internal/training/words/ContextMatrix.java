package org.gpchain.internal.training.words;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.gp.algebra.Cholesky;
import org.gpchain.internal.gp.algebra.PrincipalAxes;

/**
 * A sparse matrix of words (rows) and contexts (columns).
 *
 * @param entries association of each word with each context, {@code [N×C]}
 */
record ContextMatrix(SparseRows entries) {
  /** Number of rows that a thread processes at a time. */
  private static final int BLOCK = 256;

  /** Number of additional directions, which make the others accurate (Halko et al. 2011). */
  private static final int OVERSAMPLING = 16;

  /** Number of subspace iterations. */
  private static final int ITERATIONS = 4;

  /** Regularization of Gram matrices, as a share of their trace. */
  private static final double RIDGE = 1e-10;

  /**
   * Returns the vectors of the words, which are the rows of U Σ^½ of the truncated singular value
   * decomposition, computed by randomized subspace iteration (Halko, Martinsson and Tropp 2011,
   * algorithm 4.4).
   *
   * @param dimensions number of dimensions d, less than the numbers of words and of contexts
   * @param seed seed of the random start
   * @param parallel threads to use
   * @return {@code [N×d]} row-major
   */
  double[] vectors(int dimensions, long seed, Parallel parallel) {
    int width =
        Math.min(dimensions + OVERSAMPLING, Math.min(entries.rowCount(), entries.columnCount()));
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    var normal = ZigguratSampler.NormalizedGaussian.of(random);
    double[] directions = new double[entries.columnCount() * width];
    Arrays.setAll(directions, i -> normal.sample());

    ContextMatrix transpose = new ContextMatrix(entries.transpose());
    double[] basis = times(directions, width, parallel);
    for (int i = 0; i < ITERATIONS; i++) {
      orthonormalise(basis, width);
      double[] back = transpose.times(basis, width, parallel);
      orthonormalise(back, width);
      basis = times(back, width, parallel);
    }
    orthonormalise(basis, width);

    double[] projected = transpose.times(basis, width, parallel);
    double[] gram = gram(projected, width);
    double[] axes = PrincipalAxes.of(gram, width);
    double[] scales = scales(gram, axes, width, Math.min(dimensions, width));
    return scaled(basis, axes, width, scales);
  }

  /** Returns the square roots of the first singular values, given the Gram matrix and its axes. */
  private static double[] scales(double[] gram, double[] axes, int width, int count) {
    double[] scales = new double[count];
    for (int j = 0; j < count; j++) {
      // The eigenvalue of the Gram matrix is Σ²; its fourth root scales U to U Σ^½.
      double square = 0;
      for (int a = 0; a < width; a++) {
        for (int b = 0; b < width; b++) {
          square += axes[a * width + j] * gram[a * width + b] * axes[b * width + j];
        }
      }
      scales[j] = Math.pow(Math.max(0, square), 0.25);
    }
    return scales;
  }

  /** Returns the rows of the basis in the directions of the axes, with scaled dimensions. */
  private static double[] scaled(double[] basis, double[] axes, int width, double[] scales) {
    int rows = basis.length / width;
    int count = scales.length;
    double[] vectors = new double[rows * count];
    for (int r = 0; r < rows; r++) {
      for (int a = 0; a < width; a++) {
        double x = basis[r * width + a];
        for (int j = 0; j < count; j++) {
          vectors[r * count + j] += x * axes[a * width + j] * scales[j];
        }
      }
    }
    return vectors;
  }

  /** Returns the product of this matrix and a dense matrix {@code [C×width]}. */
  private double[] times(double[] dense, int width, Parallel parallel) {
    double[] product = new double[entries.rowCount() * width];
    parallel.loop(
        entries.rowCount(),
        BLOCK,
        (worker, from, to) -> multiplyRows(from, to, dense, width, product));
    return product;
  }

  private void multiplyRows(int from, int to, double[] dense, int width, double[] product) {
    for (int r = from; r < to; r++) {
      for (int i = entries.start(r); i < entries.start(r + 1); i++) {
        int column = entries.column(i) * width;
        ScaledSums.add(entries.value(i), dense, column, width, product, r * width);
      }
    }
  }

  /** Returns the Gram matrix of the columns, {@code [width×width]}. */
  private static double[] gram(double[] rows, int width) {
    double[] gram = new double[width * width];
    for (int r = 0; r < rows.length; r += width) {
      for (int a = 0; a < width; a++) {
        ScaledSums.add(rows[r + a], rows, r, width, gram, a * width);
      }
    }
    return gram;
  }

  /** Makes the columns orthonormal: with L Lᵀ their Gram matrix, each row x becomes L⁻¹ x. */
  private static void orthonormalise(double[] rows, int width) {
    double[] gram = gram(rows, width);
    double trace = 0;
    for (int a = 0; a < width; a++) {
      trace += gram[a * width + a];
    }
    for (int a = 0; a < width; a++) {
      gram[a * width + a] += RIDGE * trace;
    }

    double[] lower = Cholesky.of("the Gram matrix of word vectors", gram, width, 0).lower();
    for (int r = 0; r < rows.length; r += width) {
      for (int a = 0; a < width; a++) {
        double x = rows[r + a];
        for (int b = 0; b < a; b++) {
          x -= lower[a * width + b] * rows[r + b];
        }
        rows[r + a] = x / lower[a * width + a];
      }
    }
  }
}
