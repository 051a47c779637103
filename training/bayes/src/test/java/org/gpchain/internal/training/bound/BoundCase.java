package org.gpchain.internal.training.bound;

import static org.gpchain.core.NaiveAlgebra.diagonal;
import static org.gpchain.core.NaiveAlgebra.filled;
import static org.gpchain.core.NaiveAlgebra.product;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.kernel.VectorKernel;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.gp.algebra.PrincipalAxes;
import org.gpchain.internal.gp.inducing.InducingPoints;
import org.gpchain.internal.gp.inducing.InducingProjection;
import org.gpchain.internal.gp.kernel.ComposedKernel;
import org.gpchain.internal.gp.kernel.Rbf;
import org.gpchain.internal.gp.kernel.SumKernel;
import org.gpchain.internal.gp.posterior.SparsePosterior;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.objective.Corpora;

/**
 * A small corpus of distinct tokens, a kernel with three feature groups, and inducing points among
 * the tokens. No matrix is singular, so that finite differences are smooth.
 *
 * @param corpus the sentences
 * @param groupOfFeature group of each feature, {@code [D]}
 * @param groupVariance variance of each group, {@code [3]}
 * @param projection projection onto M of the tokens
 */
public record BoundCase(
    LabeledRows corpus,
    int[] groupOfFeature,
    double[] groupVariance,
    InducingProjection projection) {
  public static final double DEVIATION = 0.8;
  private static final int SHARED = 6;

  /** Returns a case in which each token has a unique feature (group 0) and up to four others. */
  public static BoundCase random(Draws draws, int labels, int inducing, int... lengths) {
    int tokens = Arrays.stream(lengths).sum();
    int[] rowStart = new int[tokens + 1];
    int[] columns = new int[tokens * 5];

    for (int t = 0; t < tokens; t++) {
      int shared = draws.index(5);
      columns[rowStart[t]] = SHARED + t;
      for (int i = 1; i <= shared; i++) {
        columns[rowStart[t] + i] = draws.index(SHARED);
      }
      rowStart[t + 1] = rowStart[t] + 1 + shared;
    }

    SparseRows rows = SparseRows.of(SHARED + tokens, rowStart, columns);
    int[] group =
        IntStream.range(0, SHARED + tokens).map(d -> d < SHARED ? 1 + d % 2 : 0).toArray();
    double[] variance = draws.uniforms(3, 0.3, 1);
    int[] points = IntStream.range(0, inducing).map(i -> i * tokens / inducing).toArray();
    return new BoundCase(
        new LabeledRows(rows, Corpora.starts(lengths), draws.indices(tokens, labels), labels),
        group,
        variance,
        InducingProjection.of(new AdditiveLinearKernel(group, variance), rows.select(points)));
  }

  /** Returns a random orthonormal matrix. */
  static double[] axes(Draws draws, int size) {
    double[] matrix = new double[size * size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        matrix[i * size + j] = draws.between(-1.0, 1);
        matrix[j * size + i] = matrix[i * size + j];
      }
    }
    return PrincipalAxes.of(matrix, size);
  }

  BoundCase rotated(double[] axes) {
    return new BoundCase(corpus, groupOfFeature, groupVariance, projection.rotated(axes));
  }

  /**
   * Returns a case whose tokens have vectors, too. The kernel is the sum of that of this case, a
   * linear kernel of the vectors and a squared exponential of them.
   */
  BoundCase withVectors(Draws draws) {
    LabeledRows dense = Corpora.withDense(corpus, draws, 2);
    int tokens = corpus.tokenCount();
    int[] points = IntStream.range(0, inducing()).map(i -> i * tokens / inducing()).toArray();
    Kernel kernel =
        new SumKernel(
            projection.kernel(),
            new VectorKernel(new double[] {0.3, 0.7, 0.5}),
            new ComposedKernel(new VectorKernel(new double[] {1, 0.4, 0.6}), 0.8, new Rbf(1.1)));
    InducingProjection ofVectors =
        InducingProjection.of(kernel, InducingPoints.of(dense.rows(), points));
    return new BoundCase(dense, groupOfFeature, groupVariance, ofVectors);
  }

  int inducing() {
    return projection.size();
  }

  int labels() {
    return corpus.labelCount();
  }

  int pairs() {
    return labels() * labels();
  }

  /** Returns the kernel with the given log variances. */
  Kernel kernel(double[] logVariance) {
    return new AdditiveLinearKernel(
        groupOfFeature, Arrays.stream(logVariance).map(Math::exp).toArray());
  }

  /** Returns {@code k(x, x')} for consecutive tokens. */
  double[][] kernelMatrix(int from, int count) {
    double[] variance = Arrays.stream(groupOfFeature).mapToDouble(g -> groupVariance[g]).toArray();
    return Covariances.kernelMatrix(variance, corpus.rows(), from, count);
  }

  ParameterLayout layout(int components) {
    return new ParameterLayout(components, labels(), inducing());
  }

  EvidenceLowerBound bound(
      ParameterLayout layout, JointEstimator estimator, int samples, Parallel parallel) {
    return new EvidenceLowerBound(
        ProjectedSentences.of(corpus, projection, parallel),
        layout,
        DEVIATION,
        new SampledExpectation(estimator, samples),
        parallel);
  }

  int[] everySentence() {
    return IntStream.range(0, corpus.sentenceCount()).toArray();
  }

  /** Returns the divergences of a posterior, computed by the textbook formulas. */
  double divergence(SparsePosterior q, double deviation) {
    double unary =
        q.weights().length == 1
            ? Mixtures.divergence(q.components().get(0), labels(), inducing())
            : Mixtures.bound(q.weights(), q.components(), labels(), inducing());
    double variance = deviation * deviation;
    double[][] s = Mixtures.covariance(q.pairwise(), 0, pairs());
    double[][] whitened = product(s, diagonal(filled(pairs(), 1 / variance)));
    double square = Arrays.stream(q.pairwise().mean()).map(g -> g * g / variance).sum();
    return unary + 0.5 * square + Covariances.divergence(whitened);
  }
}
