package org.gpchain.internal.training.bound;

import static org.gpchain.core.NaiveAlgebra.diagonal;
import static org.gpchain.core.NaiveAlgebra.inverse;
import static org.gpchain.core.NaiveAlgebra.logDeterminant;
import static org.gpchain.core.NaiveAlgebra.matrix;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.NaiveAlgebra.trace;
import static org.gpchain.core.NaiveAlgebra.transposed;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.gp.algebra.Cholesky;
import org.gpchain.internal.gp.inducing.InducingProjection;
import org.gpchain.internal.gp.posterior.InducingCovariance;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.objective.Corpora;

/** Factory of random covariances in inducing points, and their values as full matrices. */
public final class Covariances {
  private Covariances() {}

  /** Returns a kernel with a separate variance for each feature. */
  static AdditiveLinearKernel kernel(double[] variance) {
    return new AdditiveLinearKernel(IntStream.range(0, variance.length).toArray(), variance);
  }

  /** Returns a random covariance whose inducing points are the first tokens of a corpus. */
  static InducingCovariance random(LabeledRows corpus, int inducing, Draws draws) {
    double[] variance = draws.uniforms(corpus.rows().columnCount(), 0.2, 1);
    return random(projection(variance, corpus.rows(), inducing), corpus, draws);
  }

  static InducingCovariance random(InducingProjection projection, LabeledRows corpus, Draws draws) {
    return new InducingCovariance(
        projection,
        Stream.generate(
                () ->
                    Cholesky.ofFactor(
                        draws.factor(projection.size(), 0.5, 0.8, 2), projection.size()))
            .limit(corpus.labelCount())
            .toList());
  }

  /** Returns a projection onto the first rows, with a separate variance for each feature. */
  static InducingProjection projection(double[] variance, SparseRows rows, int inducing) {
    return InducingProjection.of(
        kernel(variance), rows.select(IntStream.range(0, inducing).toArray()));
  }

  /** Returns {@code S_v = (R Rᵀ)⁻¹}. */
  public static double[][] inducing(InducingCovariance covariance, int label) {
    int m = covariance.projection().size();
    double[][] factor = matrix(covariance.precision(label).lower(), m);
    return inverse(product(factor, transposed(factor)));
  }

  /** Returns the coordinates w of consecutive rows, {@code [M][count]}. */
  static double[][] projected(InducingProjection projection, SparseRows rows, int from, int count) {
    double[] out = new double[projection.size() * count];
    projection.project(rows, from, count, out);
    return matrix(out, projection.size());
  }

  /** Returns {@code k(x, x')} for an additive linear kernel, {@code X diag(s²) Xᵀ}. */
  public static double[][] kernelMatrix(double[] variance, SparseRows rows, int from, int count) {
    double[][] x = Corpora.dense(rows, from, count);
    return product(product(x, diagonal(variance)), transposed(x));
  }

  /** Returns {@code Cov f_v = wᵀ S_v w + K̃} for consecutive rows. */
  static double[][] latent(
      InducingCovariance covariance,
      double[] variance,
      SparseRows rows,
      int from,
      int count,
      int v) {
    double[][] w = projected(covariance.projection(), rows, from, count);
    double[][] wt = transposed(w);
    double[][] residual = sum(kernelMatrix(variance, rows, from, count), -1, product(wt, w));
    return sum(product(product(wt, inducing(covariance, v)), w), 1, residual);
  }

  /** Returns {@code KL(N(0, S) ‖ N(0, I)) = ½ [tr S − log |S| − M]}. */
  public static double divergence(double[][] s) {
    return 0.5 * (trace(s) - logDeterminant(s) - s.length);
  }
}
