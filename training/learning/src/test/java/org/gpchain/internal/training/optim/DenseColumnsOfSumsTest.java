package org.gpchain.internal.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.gpchain.core.NaiveAlgebra.filled;
import static org.gpchain.core.Tolerances.FINITE_DIFFERENCE;
import static org.gpchain.core.Tolerances.OPTIMUM;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.SINGLE;
import static org.gpchain.core.Tolerances.assertClose;
import static org.gpchain.core.Tolerances.differences;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.objective.Corpora;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that dense columns count as much as the same numbers in entries of sparse columns. */
class DenseColumnsOfSumsTest {
  private static final int PASSES = 300;

  /** Tolerance for products with the Hessian, which are computed as one-sided differences. */
  private static final double ONE_SIDED = 1e-5;

  private static ChainCase dense(int labels, int dimension, double precision) {
    Draws draws = new Draws(labels);
    LabeledRows corpus = Corpora.random(draws, labels, 12, Corpora.lengths(draws, 25));
    return ChainCase.of(Corpora.withDense(corpus, draws, dimension), precision);
  }

  private static ChainCase withEntries(ChainCase dense) {
    return new ChainCase(Corpora.withEntries(dense.corpus()), dense.precision());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 9})
  void valueAndGradientAreThoseOfEntries(int dimension) {
    SparseSum dense = dense(3, dimension, 1).sum();
    SparseSum sparse = withEntries(dense(3, dimension, 1)).sum();
    int weightCount = dense.columnCount() * dense.width();
    double[] weights = new Draws(5).normals(weightCount, 1);
    double[] shared = new Draws(6).normals(dense.sharedCount(), 1);

    double[] gradient = new double[weightCount + shared.length];
    double[] expected = new double[gradient.length];
    double value = dense.valueAndGradient(weights, shared, gradient);

    assertClose("value", value, sparse.valueAndGradient(weights, shared, expected), ROUNDING);
    assertClose("gradient", gradient, expected, ROUNDING);
    double[] slopes =
        differences(
            weights, () -> dense.valueAndGradient(weights, shared, new double[gradient.length]));
    double[] ofWeights = Arrays.copyOf(gradient, weightCount);
    assertClose("finite differences", ofWeights, slopes, FINITE_DIFFERENCE);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 1, 1e3})
  void productsWithTheHessianAreThoseOfEntries(double size) {
    ChainCase dense = dense(3, 5, 2);
    ChainCase sparse = withEntries(dense);
    double[] weights = new Draws(5).normals(dense.sum().columnCount() * 3, 1);
    double[] shared = new Draws(6).normals(dense.sum().sharedCount(), 1);
    double[] x = new Draws(7).normals(weights.length + shared.length, size);

    double[] product = filled(x.length, Double.NaN);
    double[] expected = new double[x.length];
    new HessianProduct(dense.sum(), dense.precision(), weights, shared).multiply(x, product);
    new HessianProduct(sparse.sum(), sparse.precision(), weights, shared).multiply(x, expected);

    assertClose("H x / size", scaled(product, 1 / size), scaled(expected, 1 / size), ONE_SIDED);
  }

  private static double[] scaled(double[] vector, double factor) {
    return Arrays.stream(vector).map(number -> factor * number).toArray();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 1, 30})
  void averageGradientsReachTheOptimum(double precision) {
    ChainCase dense = dense(3, 5, precision);
    AverageGradients average = dense.average(1);
    for (int i = 0; i < PASSES; i++) {
      average.pass();
    }

    ChainCase.Optimum optimum = withEntries(dense).optimum();
    assertThat(average.objective() / optimum.value() - 1).isBetween(-SINGLE, SINGLE);
    assertClose("weights", average.weights(), optimum.weights(), 10 * OPTIMUM);
    assertClose("shared", average.shared(), optimum.shared(), 10 * OPTIMUM);
  }

  @Test
  void estimatesAreThoseOfEntries() {
    ChainCase dense = dense(3, 5, 1);
    AverageGradients ofDense = dense.average(1);
    AverageGradients ofEntries = withEntries(dense).average(1);
    for (int i = 0; i < 4; i++) {
      double objective = ofEntries.pass().objective();
      assertThat(ofDense.pass().objective()).isCloseTo(objective, withinPercentage(1));
    }
  }
}
