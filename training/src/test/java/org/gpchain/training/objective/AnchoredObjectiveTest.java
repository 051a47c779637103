package org.gpchain.training.objective;

import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.SparseRows;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.optim.StochasticObjectiveContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * The log posterior of new sentences under what earlier ones have left behind, and its curvature.
 */
class AnchoredObjectiveTest {
  private static AnchoredObjective objective(LabeledRows corpus, Draws draws, Parallel parallel) {
    int v = corpus.labelCount();
    int count = corpus.rows().columnCount() * v + v * v;
    return new AnchoredObjective(
        corpus,
        draws.normals(count, 1),
        draws.uniforms(count, 0.5, 4),
        new LinearChain(v),
        parallel);
  }

  @Nested
  class OfSentences implements StochasticObjectiveContract {
    @Override
    public AnchoredObjective objective(Parallel parallel) {
      Draws draws = new Draws(3);
      return AnchoredObjectiveTest.objective(
          Corpora.random(draws, 3, 9, 4, 1, 7, 2, 1), draws, parallel);
    }
  }

  @Nested
  class OfRowsWithValues implements StochasticObjectiveContract {
    @Override
    public AnchoredObjective objective(Parallel parallel) {
      Draws draws = new Draws(4);
      LabeledRows corpus = Corpora.random(draws, 2, 9, 4, 1, 7);
      return AnchoredObjectiveTest.objective(Corpora.withValues(corpus, draws), draws, parallel);
    }
  }

  /** With the mean zero and the precisions of the prior it is the objective of a first training. */
  @Test
  void fromThePriorItIsTheNegativeLogPosterior() {
    try (Parallel parallel = new Parallel(1)) {
      Draws draws = new Draws(5);
      LabeledRows corpus = Corpora.random(draws, 3, 8, 3, 1, 5);
      double[] scale = draws.uniforms(8, 0.5, 2);
      MeanObjective first =
          new MeanObjective(corpus, scale, 0.8, new Pathwise(new LinearChain(3)), parallel);
      double[] precision = new double[first.parameterCount()];
      Arrays.setAll(precision, i -> i < 24 ? 1 / (scale[i / 3] * scale[i / 3]) : 1 / (0.8 * 0.8));
      AnchoredObjective again =
          new AnchoredObjective(
              corpus, new double[precision.length], precision, new LinearChain(3), parallel);
      double[] values = draws.normals(precision.length, 1);
      double[] parameters = values.clone();
      first.divideByScale(parameters);
      double[] own = again.at(new double[values.length]);
      double[] unit = new double[values.length];
      Arrays.fill(unit, 1);
      double[] step = again.at(unit);
      Arrays.setAll(own, i -> values[i] / (step[i] - own[i]));
      int[] all = {0, 1, 2};
      assertClose(
          "value",
          again.valueAndGradient(own, all, 1, new double[values.length]),
          first.valueAndGradient(parameters, all, 1, new double[values.length]),
          ALGEBRA);
    }
  }

  /** Where no sentence has a feature twice, it is the diagonal of the Hessian. */
  @Test
  void curvatureIsTheDerivativeOfTheGradient() {
    Draws draws = new Draws(6);
    int[] columns = {0, 1, 2, 3, 4, 5};
    float[] values = {1, 0.5f, 1, 0.25f, 1, 1};
    LabeledRows corpus =
        new LabeledRows(
            SparseRows.of(6, new int[] {0, 2, 3, 4, 6}, columns, values),
            new int[] {0, 3, 4},
            draws.indices(4, 3),
            3);
    double[] weights = draws.normals(18, 1);
    double[] transitions = draws.normals(9, 1);
    try (Parallel parallel = new Parallel(2)) {
      double[] curvature =
          AnchoredObjective.curvature(corpus, new LinearChain(3), weights, transitions, parallel);
      double h = 1e-5;
      double[] expected = new double[18];
      for (int i = 0; i < 18; i++) {
        double[] above = weights.clone();
        above[i] += h;
        double[] below = weights.clone();
        below[i] -= h;
        expected[i] =
            (gradient(corpus, above, transitions)[i] - gradient(corpus, below, transitions)[i])
                / (2 * h);
      }
      assertClose("∂²/∂w²", Arrays.copyOf(curvature, 18), expected, 1e-6);
      double[] squares = new double[9];
      for (int n = 0; n < 2; n++) {
        double[] slope =
            new ChainEnumeration(
                    Corpora.unary(corpus, n, weights), transitions, Corpora.labels(corpus, n), 3)
                .pairwiseGradient();
        for (int i = 0; i < 9; i++) {
          squares[i] += slope[i] * slope[i];
        }
      }
      assertClose("transitions", Arrays.copyOfRange(curvature, 18, 27), squares, ALGEBRA);
    }
  }

  private static double[] gradient(LabeledRows corpus, double[] weights, double[] transitions) {
    double[] out = new double[27];
    SentenceLoss.sum(corpus, new LinearChain(3)).valueAndGradient(weights, transitions, out);
    return out;
  }

  @Test
  void precisionsArePositive() {
    try (Parallel parallel = new Parallel(1)) {
      LabeledRows corpus = Corpora.random(new Draws(7), 2, 3, 2);
      assertRefused(
          () ->
              new AnchoredObjective(
                  corpus, new double[10], new double[10], new LinearChain(2), parallel));
    }
  }
}
