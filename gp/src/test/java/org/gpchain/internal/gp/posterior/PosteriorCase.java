package org.gpchain.internal.gp.posterior;

import static org.gpchain.core.NaiveAlgebra.inverse;
import static org.gpchain.core.NaiveAlgebra.matrix;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.NaiveAlgebra.transposed;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.kernel.RandomRows;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.gp.algebra.Cholesky;
import org.gpchain.internal.gp.inducing.InducingProjection;

/** A random covariance in inducing points, and its values computed by simple formulas. */
record PosteriorCase(RandomRows random, InducingProjection projection, List<Cholesky> precision) {
  static final int FEATURES = 12;

  /** Returns a covariance in M inducing points for V labels. */
  static PosteriorCase of(long seed, int m, int v, int rows) {
    RandomRows random = RandomRows.of(seed, rows, FEATURES, 5);
    Draws draws = new Draws(seed + 1);
    SparseRows inducing = RandomRows.rows(draws, m, FEATURES, 5);
    while (inducing.entryCount() == 0) {
      inducing = RandomRows.rows(draws, m, FEATURES, 5);
    }
    List<Cholesky> precision = new ArrayList<>();
    for (int label = 0; label < v; label++) {
      precision.add(Cholesky.ofFactor(draws.factor(m, 0.7, 0.7, 2), m));
    }
    return new PosteriorCase(random, InducingProjection.of(random.kernel(), inducing), precision);
  }

  InducingCovariance covariance() {
    return new InducingCovariance(projection, precision);
  }

  /** Returns {@code S_v}. */
  double[][] inducingCovariance(int label) {
    double[][] r = matrix(precision.get(label).lower(), projection.size());
    return inverse(product(r, transposed(r)));
  }

  /** Returns {@code wᵀ S_v w} of consecutive rows, plus K̃ if {@code withResidual}. */
  double[][] expected(int label, int from, int count, boolean withResidual) {
    double[] flat = new double[projection.size() * count];
    projection.project(random.rows(), from, count, flat);
    double[][] w = matrix(flat, projection.size());
    double[][] explained = product(product(transposed(w), inducingCovariance(label)), w);
    if (!withResidual) {
      return explained;
    }
    double[][] known = product(transposed(w), w);
    double[][] prior = prior(from, count);
    return sum(sum(explained, 1, prior), -1, known);
  }

  /** Returns {@code k(X, X)} of consecutive rows. */
  double[][] prior(int from, int count) {
    SparseRows run = random.rows().select(IntStream.range(from, from + count).toArray());
    return random.covariances(run, 0, count, run);
  }
}
