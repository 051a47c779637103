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
 * @param entries of words in contexts, {@code [N×C]}
 */
record ContextMatrix(SparseRows entries) {
  private static final int BLOCK = 256;

  /** More directions than are wanted, which makes the wanted ones exact (Halko et al. 2011). */
  private static final int OVERSAMPLING = 16;

  private static final int ITERATIONS = 4;
  private static final double RIDGE = 1e-10;

  /**
   * The words in the directions in which they differ most: rows of U Σ^½ of the truncated singular
   * value decomposition, by randomised subspace iteration (Halko, Martinsson and Tropp 2011,
   * algorithm 4.4).
   *
   * @param dimensions number of directions d, fewer than words and contexts
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
    int kept = Math.min(dimensions, width);
    double[] scales = new double[kept];
    for (int j = 0; j < kept; j++) {
      // Σ² is the length of the axis in the Gram matrix; its fourth root scales U to U Σ^½.
      double square = 0;
      for (int a = 0; a < width; a++) {
        for (int b = 0; b < width; b++) {
          square += axes[a * width + j] * gram[a * width + b] * axes[b * width + j];
        }
      }
      scales[j] = Math.pow(Math.max(0, square), 0.25);
    }
    double[] vectors = new double[entries.rowCount() * kept];
    for (int r = 0; r < entries.rowCount(); r++) {
      for (int a = 0; a < width; a++) {
        double x = basis[r * width + a];
        for (int j = 0; j < kept; j++) {
          vectors[r * kept + j] += x * axes[a * width + j] * scales[j];
        }
      }
    }
    return vectors;
  }

  /** The product with a dense matrix {@code [columns×width]}. */
  private double[] times(double[] dense, int width, Parallel parallel) {
    double[] product = new double[entries.rowCount() * width];
    parallel.loop(
        entries.rowCount(),
        BLOCK,
        (worker, from, to) -> {
          for (int r = from; r < to; r++) {
            for (int i = entries.start(r); i < entries.start(r + 1); i++) {
              ScaledSums.add(
                  entries.value(i), dense, entries.column(i) * width, width, product, r * width);
            }
          }
        });
    return product;
  }

  private static double[] gram(double[] rows, int width) {
    double[] gram = new double[width * width];
    for (int r = 0; r < rows.length; r += width) {
      for (int a = 0; a < width; a++) {
        ScaledSums.add(rows[r + a], rows, r, width, gram, a * width);
      }
    }
    return gram;
  }

  /** Makes the columns orthonormal: with L Lᵀ their Gram matrix, rows x become L⁻¹ x. */
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
