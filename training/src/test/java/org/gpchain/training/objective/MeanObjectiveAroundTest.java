package org.gpchain.training.objective;

import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;
import static org.gpchain.core.Tolerances.differences;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.SparseRows;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.optim.StochasticObjectiveContract;
import org.gpchain.training.optim.StochasticObjectiveContract.Evaluation;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The log posterior of new sentences under what earlier ones have left behind, and its curvature.
 */
class MeanObjectiveAroundTest {
  @AutoClose private final Parallel parallel = new Parallel(2);

  @Nested
  @ParameterizedClass
  @ValueSource(booleans = {false, true})
  class OfSentences implements StochasticObjectiveContract {
    @Parameter boolean withValues;

    @Override
    public MeanObjective objective(Parallel workers) {
      Draws draws = new Draws(withValues ? 4 : 3);
      LabeledRows corpus =
          withValues
              ? Corpora.withValues(Corpora.random(draws, 2, 9, 4, 1, 7), draws)
              : Corpora.random(draws, 3, 9, 4, 1, 7, 2, 1);
      int v = corpus.labelCount();
      int count = 9 * v + v * v;
      double[] mean = draws.normals(count, 1);
      double[] precision = draws.uniforms(count, 0.5, 4);
      return MeanObjective.around(
          corpus, mean, precision, new Pathwise(new LinearChain(v)), workers);
    }
  }

  /** With the mean zero and the precisions of the prior it is the objective of a first training. */
  @Test
  void fromThePriorItIsTheNegativeLogPosterior() {
    Draws draws = new Draws(5);
    LabeledRows corpus = Corpora.random(draws, 3, 8, 3, 1, 5);
    double[] scale = draws.uniforms(8, 0.5, 2);
    MeanObjective first =
        new MeanObjective(corpus, scale, 0.8, new Pathwise(new LinearChain(3)), parallel);
    int count = first.parameterCount();
    double[] precision = new double[count];
    Arrays.setAll(precision, i -> i < 24 ? 1 / (scale[i / 3] * scale[i / 3]) : 1 / (0.8 * 0.8));
    MeanObjective again =
        MeanObjective.around(
            corpus, new double[count], precision, new Pathwise(new LinearChain(3)), parallel);
    double[] values = draws.normals(count, 1);
    double[] parameters = values.clone();
    first.divideByScale(parameters);
    double[] own = values.clone();
    again.divideByScale(own);
    double expected = Evaluation.of(first, parameters).value();
    assertClose("value", Evaluation.of(again, own).value(), expected, ALGEBRA);
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
    Pathwise estimator = new Pathwise(new LinearChain(3));
    double[] curvature = MeanObjective.diagonal(corpus, weights, transitions, estimator, parallel);
    double[] expected = new double[18];
    for (int i = 0; i < 18; i++) {
      int own = i;
      expected[i] = differences(weights, () -> gradient(corpus, weights, transitions)[own])[i];
    }
    assertClose("∂²/∂w²", curvature, expected, 1e-6);
    double[] squares = new double[9];
    for (int n = 0; n < 2; n++) {
      double[] unary = Corpora.unary(corpus, n, weights);
      double[] slope =
          new ChainEnumeration(unary, transitions, corpus.labelsOf(n), 3).pairwiseGradient();
      for (int i = 0; i < 9; i++) {
        squares[i] += slope[i] * slope[i];
      }
    }
    assertClose("transitions", Arrays.copyOfRange(curvature, 18, 27), squares, ALGEBRA);
  }

  private static double[] gradient(LabeledRows corpus, double[] weights, double[] transitions) {
    double[] out = new double[27];
    SentenceLoss.sum(corpus, new LinearChain(3)).valueAndGradient(weights, transitions, out);
    return out;
  }

  @Test
  void precisionsArePositive() {
    LabeledRows corpus = Corpora.random(new Draws(7), 2, 3, 2);
    assertRefused(
        () ->
            MeanObjective.around(
                corpus,
                new double[10],
                new double[10],
                new Pathwise(new LinearChain(2)),
                parallel));
  }
}
