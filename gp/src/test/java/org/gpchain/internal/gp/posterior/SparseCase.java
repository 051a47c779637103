package org.gpchain.internal.gp.posterior;

import static org.gpchain.core.NaiveAlgebra.identity;
import static org.gpchain.core.NaiveAlgebra.inverse;
import static org.gpchain.core.NaiveAlgebra.matrix;
import static org.gpchain.core.NaiveAlgebra.meanDiagonal;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.rowMajor;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.NaiveAlgebra.transposed;

import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.kernel.RandomRows;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.gp.algebra.Cholesky;
import org.gpchain.internal.gp.inducing.ProjectionCase;

/**
 * A random mixture over inducing values, and its moments by equations 36–39 of the supplement.
 *
 * @param parts inputs and inducing points
 * @param posterior the mixture
 */
record SparseCase(ProjectionCase parts, SparsePosterior posterior) {
  static final double PROJECTION_JITTER = 1e-3;

  /** Returns two components over M inducing points and V labels, with rotated axes or not. */
  static SparseCase of(long seed, int rows, int m, int v, boolean diagonal, boolean rotated) {
    ProjectionCase parts = ProjectionCase.of(seed, rows, m);
    Draws draws = new Draws(seed);
    return new SparseCase(
        parts,
        new SparsePosterior(
            v,
            parts.projection(rotated),
            new double[] {0.3, 0.7},
            List.of(Components.of(draws, v, m, diagonal), Components.of(draws, v, m, diagonal)),
            Components.of(draws, 1, v * v, !diagonal)));
  }

  SparseRows rows() {
    return parts.random().rows();
  }

  /** Returns {@code K_ZZ}, including its jitter. */
  private double[][] inducing() {
    SparseRows z = parts.inducing();
    double[][] kzz = parts.random().covariances(z, 0, z.rowCount(), z);
    return sum(kzz, PROJECTION_JITTER * meanDiagonal(kzz), identity(z.rowCount()));
  }

  /** Returns {@code L Q}, which transforms whitened coordinates to inducing values u. */
  private double[][] unwhitening() {
    double[][] kzz = inducing();
    double[][] lower =
        matrix(Cholesky.of("K_ZZ", rowMajor(kzz), kzz.length, 0).lower(), kzz.length);
    double[] axes = posterior.projection().axes();
    return axes == null ? lower : product(lower, matrix(axes, kzz.length));
  }

  /** Returns {@code A = K_XZ K_ZZ⁻¹}. */
  private double[][] interpolation(int from, int count) {
    RandomRows random = parts.random();
    return product(random.covariances(rows(), from, count, parts.inducing()), inverse(inducing()));
  }

  /** Returns {@code A m} as a column, where m is the mean of u. */
  double[][] mean(int component, int label, int from, int count) {
    double[][] m =
        Components.mean(posterior.components().get(component), label, parts.inducing().rowCount());
    return product(interpolation(from, count), product(unwhitening(), m));
  }

  /** Returns {@code A S Aᵀ}, where S is the covariance of u, plus K̃ if {@code withResidual}. */
  double[][] covariance(int component, int label, int from, int count, boolean withResidual) {
    double[][] whitened =
        Components.covariance(
            posterior.components().get(component), label, parts.inducing().rowCount());
    double[][] toU = unwhitening();
    double[][] s = product(product(toU, whitened), transposed(toU));
    double[][] a = interpolation(from, count);
    double[][] explained = product(product(a, s), transposed(a));
    return withResidual ? sum(explained, 1, residual(a, from, count)) : explained;
  }

  /** Returns {@code K_XX − A K_ZX}. */
  private double[][] residual(double[][] a, int from, int count) {
    double[][] kxz = parts.random().covariances(rows(), from, count, parts.inducing());
    return sum(prior(from, count), -1, product(a, transposed(kxz)));
  }

  /** Returns {@code k(X, X)} of consecutive rows. */
  double[][] prior(int from, int count) {
    SparseRows run = rows().select(IntStream.range(from, from + count).toArray());
    return parts.random().covariances(run, 0, count, run);
  }
}
