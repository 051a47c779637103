package org.gpchain.internal.training.optim;

import static org.gpchain.core.NaiveAlgebra.filled;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.FINITE_DIFFERENCE;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;
import static org.gpchain.core.Tolerances.differences;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.training.objective.Corpora;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparseSumTest {
  private static final int LABELS = 3;

  /** Returns the value at weights, followed by shared parameters. */
  private static double value(SparseSum sum, double[] parameters, double[] gradientOut) {
    int base = sum.columnCount() * sum.width();
    return sum.valueAndGradient(
        Arrays.copyOf(parameters, base),
        Arrays.copyOfRange(parameters, base, parameters.length),
        gradientOut);
  }

  private static double[] parameters(SparseSum sum, long seed) {
    return new Draws(seed).normals(sum.columnCount() * sum.width() + sum.sharedCount(), 1);
  }

  /** Returns a random case, with feature values if the seed is even. */
  private static ChainCase random(long seed, int sentences) {
    ChainCase random = ChainCase.random(seed, LABELS, sentences, 1);
    return seed % 2 == 0 ? random.withValues() : random;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void gradientEqualsFiniteDifferences(long seed) {
    SparseSum sum = random(seed, 6).sum();
    double[] at = parameters(sum, seed);
    double[] gradient = filled(at.length, Double.NaN);
    value(sum, at, gradient);
    double[] expected = differences(at, () -> value(sum, at, new double[at.length]));
    assertClose("gradient", gradient, expected, FINITE_DIFFERENCE);
  }

  /** Compares scores and their pull-back with products of dense matrices. */
  @ParameterizedTest
  @ValueSource(longs = {3, 4})
  void scoresAreProductsWithTheRows(long seed) {
    ChainCase random = random(seed, 5);
    SparseSum sum = random.sum();
    Draws draws = new Draws(6);
    double[] weights = draws.normals(12 * LABELS, 1);
    for (int n = 0; n < sum.memberCount(); n++) {
      double[] expected = Corpora.unary(random.corpus(), n, weights);
      double[] scores = filled(expected.length + 3, Double.NaN);
      sum.scores(n, weights, scores);
      assertClose("scores", scores, expected, ROUNDING);

      double[] residual = draws.normals(expected.length, 1);
      double[][] x = Corpora.dense(random.corpus(), n);
      double[] pulled = filled(weights.length, 1);
      sum.pullBack(n, residual, pulled);
      for (int d = 0; d < 12; d++) {
        for (int a = 0; a < LABELS; a++) {
          double sumOfRows = 1;
          for (int t = 0; t < x.length; t++) {
            sumOfRows += x[t][d] * residual[t * LABELS + a];
          }
          assertClose("pulled back", pulled[d * LABELS + a], sumOfRows, ROUNDING);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void precisionsMustBePositive(double wrong) {
    assertRefused(() -> new Precision(new double[] {1, wrong}, 1), "precision of a column");
    assertRefused(() -> new Precision(new double[] {1}, wrong), "shared precision");
  }

  @Test
  void shapesMustFit() {
    SparseSum sum = ChainCase.random(4, LABELS, 5, 1).sum();
    SparseRows rows = sum.rows();
    assertRefused(() -> new SparseSum(rows, new int[] {0, 1}, LABELS, 9, sum.loss()), "last start");
    assertRefused(() -> new SparseSum(rows, sum.start(), 0, 9, sum.loss()), "width");
    assertRefused(() -> new SparseSum(rows, sum.start(), LABELS, -1, sum.loss()), "sharedCount");
    assertRefused(
        () -> sum.valueAndGradient(new double[36], new double[9], new double[44]), "gradientOut");
  }
}
