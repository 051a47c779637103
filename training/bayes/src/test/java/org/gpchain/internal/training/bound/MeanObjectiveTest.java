package org.gpchain.internal.training.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.filled;
import static org.gpchain.core.NaiveAlgebra.rowMajor;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.posterior.LatentSamples;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.hyper.ChainEnumeration;
import org.gpchain.internal.training.objective.Corpora;
import org.gpchain.internal.training.optim.ChainCase;
import org.gpchain.internal.training.optim.Precision;
import org.gpchain.internal.training.optim.SparseSum;
import org.gpchain.internal.training.optim.StochasticObjectiveContract.Evaluation;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the value of the objective of the means, and its independence of threads. */
class MeanObjectiveTest {
  private static final int LABELS = 3;
  private static final int FEATURES = 8;

  @AutoClose private final Parallel parallel = new Parallel(1);
  private final Draws draws = new Draws(1);
  private final LabeledRows corpus = Corpora.random(draws, LABELS, FEATURES, 3, 1, 5, 2);
  private final double[] scale = draws.uniforms(FEATURES, 0.5, 2);

  private MeanObjective objective(double pairwiseScale, double... scales) {
    Pathwise estimator = new Pathwise(new LinearChain(LABELS));
    return new MeanObjective(
        corpus, scales.length == 0 ? scale : scales, pairwiseScale, estimator, parallel);
  }

  private static double value(MeanObjective objective, double[] at) {
    return objective.valueAndGradient(at, 1, new double[at.length]);
  }

  /** Returns {@code ½ Σ w²/s² + ½ Σ g²/σ_b²}. */
  private double prior(MeanObjective objective, double[] at, double pairwiseScale) {
    double[] weights = objective.weights(at);
    double[] pairwise = objective.pairwise(at);
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += 0.5 * Math.pow(weights[i] / scale[i / LABELS], 2);
    }
    for (double g : pairwise) {
      sum += 0.5 * Math.pow(g / pairwiseScale, 2);
    }
    return sum;
  }

  private ChainEnumeration sentence(MeanObjective objective, double[] at, int n) {
    return new ChainEnumeration(
        Corpora.unary(corpus, n, objective.weights(at)),
        objective.pairwise(at),
        corpus.labelsOf(n),
        LABELS);
  }

  @Test
  void valueAtTheMeanIsTheNegativeLogPosterior() {
    MeanObjective objective = objective(0.8);
    double[] at = draws.normals(objective.parameterCount(), 1);
    double prior = prior(objective, at, 0.8);
    double sum =
        IntStream.range(0, 4).mapToDouble(n -> sentence(objective, at, n).logLikelihood()).sum();
    assertClose("value", value(objective, at), prior - sum, ALGEBRA);
  }

  @Test
  void valueOverSamplesAveragesTheLikelihood() {
    LatentCovariance covariance =
        new LatentCovariance(
            corpus, Covariances.random(corpus, 3, new Draws(2)), new Draws(3).uniforms(9, 0.1, 1));
    LatentSamples[] samples = covariance.draw(3, 1, parallel);
    MeanObjective objective = objective(0.8).withSamples(covariance, 3, 1);
    double[] at = draws.normals(objective.parameterCount(), 1);
    double expected = prior(objective, at, 0.8);

    for (int n = 0; n < 4; n++) {
      LatentSamples deviations = samples[n];
      double[] unary = Corpora.unary(corpus, n, objective.weights(at));
      for (int s = 0; s < 3; s++) {
        ChainEnumeration sample =
            new ChainEnumeration(
                Cases.shifted(unary, deviations.unary()[s]),
                Cases.shifted(objective.pairwise(at), deviations.pairwise()[s]),
                corpus.labelsOf(n),
                LABELS);
        expected -= sample.logLikelihood() / 3;
      }
    }

    assertClose("value", value(objective, at), expected, ALGEBRA);
  }

  @Test
  void weightsAreScaledParameters() {
    MeanObjective objective = objective(0.8);
    assertThat(objective.parameterCount()).isEqualTo(FEATURES * LABELS + LABELS * LABELS);
    double[] at = filled(objective.parameterCount(), 1);
    double[] weights = objective.weights(at);
    assertThat(weights).hasSize(FEATURES * LABELS);
    for (int i = 0; i < weights.length; i++) {
      assertThat(weights[i]).isGreaterThan(0).isLessThanOrEqualTo(scale[i / LABELS]);
    }
    assertThat(objective.pairwise(at)).hasSize(LABELS * LABELS).doesNotContain(0);
    assertThat(at).containsOnly(1);
  }

  /** Features and transitions with a scale of zero are not part of the model. */
  @Test
  void weightsWithoutScaleAreZero() {
    scale[3] = 0;
    MeanObjective objective = objective(0);
    double[] at = draws.normals(objective.parameterCount(), 1);

    assertClose("pairwise", objective.pairwise(at), new double[LABELS * LABELS], 0);
    double[] weights = Arrays.copyOfRange(objective.weights(at), 3 * LABELS, 4 * LABELS);
    assertClose("weights", weights, new double[LABELS], 0);
    double before = value(objective, at);
    double[] moved = at.clone();
    double squares = 0;

    for (int i = 0; i < moved.length; i++) {
      if (i / LABELS == 3 || i >= FEATURES * LABELS) {
        moved[i] += 0.5;
        squares += 0.5 * (moved[i] * moved[i] - at[i] * at[i]);
      }
    }

    assertClose("value", value(objective, moved), before + squares, ALGEBRA);
  }

  @Test
  void curvatureMatchesTokensAndSumsTransitions() {
    MeanObjective objective = objective(0.8);
    double[] at = draws.normals(objective.parameterCount(), 1);
    LatentGradient curvature = objective.curvature(at);
    double[] pairwise = new double[LABELS * LABELS];

    for (int n = 0; n < 4; n++) {
      ChainEnumeration sentence = sentence(objective, at, n);
      double[] unary =
          Arrays.stream(sentence.unaryGradient()).map(Cases::softmaxCurvature).toArray();
      int first = corpus.sentenceStart()[n] * LABELS;
      double[] actual = Arrays.copyOfRange(curvature.unaryCurvature(), first, first + unary.length);
      assertClose("sentence " + n, actual, unary, ALGEBRA);
      for (int i = 0; i < pairwise.length; i++) {
        pairwise[i] += Math.pow(sentence.pairwiseGradient()[i], 2);
      }
    }

    assertClose("pairwise", curvature.pairwiseCurvature(), pairwise, ALGEBRA);
  }

  /** Uses enough sentences and features for several blocks. */
  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void valuesDoNotDependOnTheNumberOfThreads(int sampleCount) {
    Draws own = new Draws(4);
    LabeledRows large = Corpora.random(own, LABELS, 5000, Corpora.lengths(own, 300));
    double[] scales = own.uniforms(5000, 0.5, 2);
    double[] pairwiseVariance = own.uniforms(9, 0.1, 1);
    double[] expected = null;

    for (int threads : new int[] {1, 4}) {
      try (Parallel workers = new Parallel(threads)) {
        MeanObjective objective =
            new MeanObjective(large, scales, 1, new Pathwise(new LinearChain(LABELS)), workers);
        if (sampleCount > 0) {
          LatentCovariance covariance =
              new LatentCovariance(
                  large, Covariances.random(large, 5, new Draws(5)), pairwiseVariance);
          objective = objective.withSamples(covariance, sampleCount, 1);
        }
        double[] at = new Draws(6).normals(objective.parameterCount(), 1);
        double[] all = everything(objective, at);
        expected = expected == null ? all : expected;
        assertThat(all).isEqualTo(expected);
      }
    }
  }

  /** Returns values, gradients and curvatures in one array. */
  private static double[] everything(MeanObjective objective, double[] at) {
    Evaluation whole = Evaluation.of(objective, at);
    LatentGradient curvature = objective.curvature(at);
    double[][] both = {curvature.unaryCurvature(), curvature.pairwiseCurvature()};
    return rowMajor(new double[][] {{whole.value()}, whole.gradient(), rowMajor(both)});
  }

  @Test
  void divideByScaleConvertsWeightsToParameters() {
    MeanObjective objective = objective(0.3);
    double[] at = draws.normals(objective.parameterCount(), 1);
    double[] values = rowMajor(new double[][] {objective.weights(at), objective.pairwise(at)});
    objective.divideByScale(values);
    assertClose("back", values, at, ROUNDING);
  }

  @Test
  void divideByScaleKeepsZerosOfThePrior() {
    scale[2] = 0;
    MeanObjective objective = objective(0);
    double[] values = filled(objective.parameterCount(), 1);
    objective.divideByScale(values);
    for (int i = 0; i < values.length; i++) {
      boolean held = i / LABELS == 2 || i >= FEATURES * LABELS;
      assertThat(values[i] == 0).as("[%d]", i).isEqualTo(held);
      assertThat(values[i]).isFinite();
    }
  }

  @Test
  void rejectsWrongShapes() {
    MeanObjective objective = objective(1);
    double[] tooShort = new double[objective.parameterCount() - 1];
    assertRefused(() -> objective(1, new double[FEATURES + 1]), "scale");
    assertRefused(() -> objective.divideByScale(tooShort), "values");
  }

  /** The sum of losses and penalty is the same function with other parameters. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void matchesTheSumOfLossesAndPenaltyWithoutSamples(long seed) {
    ChainCase random = ChainCase.random(seed, LABELS, 9, 1);
    double[] precisions = new Draws(seed).uniforms(12, 0.1, 10);
    ChainCase mixed = random.with(new Precision(precisions, 0.4));
    SparseSum sum = mixed.sum();
    double[] whitened = new Draws(seed + 10).normals(12 * LABELS + LABELS * LABELS, 1);
    try (Parallel parallel = new Parallel(1)) {
      MeanObjective objective =
          new MeanObjective(
              mixed.corpus(),
              mixed.deviations(),
              1 / Math.sqrt(0.4),
              new Pathwise(new LinearChain(LABELS)),
              parallel);
      double[] expected = new double[whitened.length];
      double expectedValue = objective.valueAndGradient(whitened, 1, expected);

      double[] weights = objective.weights(whitened);
      double[] shared = objective.pairwise(whitened);
      double[] gradient = new double[whitened.length];
      double losses = sum.valueAndGradient(weights, shared, gradient);
      assertClose(
          "value",
          losses + ChainCase.penalty(mixed.precision(), weights, shared),
          expectedValue,
          ALGEBRA);
      double[] ones = filled(gradient.length, 1);
      double[] scale = rowMajor(new double[][] {objective.weights(ones), objective.pairwise(ones)});
      double[] at = rowMajor(new double[][] {weights, shared});
      for (int i = 0; i < gradient.length; i++) {
        double precision = i < weights.length ? precisions[i / LABELS] : 0.4;
        gradient[i] = scale[i] * (gradient[i] + precision * at[i]);
      }
      assertClose("gradient", gradient, expected, ALGEBRA);
    }
  }
}
