package org.gpchain.internal.training.hyper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.NaiveAlgebra.filled;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Offset;
import org.gpchain.core.Draws;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.hyper.ValidationFold.Effort;
import org.gpchain.internal.training.hyper.ValidationFold.Split;
import org.gpchain.internal.training.objective.Corpora;
import org.gpchain.internal.training.optim.ChainCase;
import org.gpchain.internal.training.optim.ChainCase.Optimum;
import org.gpchain.internal.training.optim.ConjugateGradients;
import org.gpchain.internal.training.optim.Precision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValidationFoldTest {
  private static final int[] GROUPS = {0, 0, 0, 1, 1, 2, 2, 2};
  private static final int[] TWIN_GROUPS = {0, 0, 0, 1, 1, 2, 2, 2, 1, 1, 0, 2, 2, 0, 1, 2};
  private static final int G = 3;
  private static final Effort LONG = new Effort(1500, 0);
  private static final ConjugateGradients EXACT = new ConjugateGradients(500, 1e-10);

  /** Tolerance for means in single precision that started at different points. */
  private static final double MEANS = 1e-5;

  /** Tolerance for difference quotients of such values. */
  private static final double DIFFERENCES = 3e-4;

  /** Returns the likelihood of held-out sentences, as products over tokens or as sequences. */
  private static DifferentiableLikelihood heldOutLikelihood(int labels, boolean tokens) {
    LinearChain chain = new LinearChain(labels);
    return tokens ? new MarginalLikelihood(chain, null) : chain;
  }

  private static LabeledRows train(Draws draws, int labels) {
    return Corpora.random(draws, labels, GROUPS.length, 3, 1, 5, 2, 4, 1);
  }

  private static LabeledRows heldOut(Draws draws, int labels) {
    return Corpora.random(draws, labels, GROUPS.length, 4, 1, 3);
  }

  private static ValidationFold fold(long seed, int labels, boolean tokens) {
    return fold(seed, labels, tokens, false);
  }

  private static ValidationFold fold(long seed, int labels, boolean tokens, boolean weighted) {
    Draws draws = new Draws(seed);
    LabeledRows train = train(draws, labels);
    LabeledRows heldOut = heldOut(draws, labels);
    if (weighted) {
      train = Corpora.withValues(train, draws);
      heldOut = Corpora.withValues(heldOut, draws);
    }

    return new ValidationFold(
        new Split(train, heldOut),
        GROUPS,
        new LinearChain(labels),
        heldOutLikelihood(labels, tokens),
        1);
  }

  private static double evaluate(ValidationFold fold, double[] theta, double[] gradientOut) {
    return fold.evaluate(theta, LONG, EXACT, now -> false, gradientOut);
  }

  @ParameterizedTest
  @CsvSource({
    "1, true, false",
    "1, false, true",
    "2, true, false",
    "2, false, false",
    "2, true, true",
    "2, false, true",
    "3, true, false",
    "3, false, false",
    "3, true, true",
    "3, false, true"
  })
  void gradientEqualsFiniteDifferences(int labels, boolean tokens, boolean weighted) {
    assertGradient(fold(labels, labels, tokens, weighted), labels);
  }

  private static void assertGradient(ValidationFold fold, long seed) {
    double[] theta = new Draws(seed).uniforms(G + 1, -1.5, 1.5);
    double[] gradient = filled(G + 1, Double.NaN);
    evaluate(fold, theta, gradient);
    for (int g = 0; g <= G; g++) {
      assertClose("∂/∂θ" + g, gradient[g], difference(fold, theta, g), DIFFERENCES);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void gradientOfTiedFeaturesEqualsFiniteDifferences(boolean tokens) {
    ValidationFold fold =
        new ValidationFold(
            new Split(trainWithTwins(), heldOutOfThreeFeatures()),
            TWIN_GROUPS,
            new LinearChain(3),
            heldOutLikelihood(3, tokens),
            1);

    assertGradient(fold, 6);
  }

  @Test
  void valueDoesNotDependOnWhetherAGradientIsComputed() {
    double[] theta = new Draws(3).uniforms(G + 1, -1.5, 1.5);
    double value = evaluate(fold(1, 3, true), theta, new double[G + 1]);
    assertThat(evaluate(fold(1, 3, true), theta, new double[0])).isEqualTo(value);
  }

  /**
   * Returns a fourth-order difference quotient, whose steps are large relative to rounding errors.
   */
  private static double difference(ValidationFold fold, double[] theta, int g) {
    double step = 0.05;
    double[] weights = {1, -8, 0, 8, -1};
    double at = theta[g];
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      theta[g] = at + (i - 2) * step;
      sum += weights[i] * evaluate(fold, theta, new double[G + 1]);
    }
    theta[g] = at;
    return sum / (12 * step);
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void whereItBeganDoesNotMatter(boolean tokens) {
    Draws draws = new Draws(5);
    ValidationFold warm = fold(1, 3, tokens);
    for (int i = 0; i < 5; i++) {
      double[] theta = draws.uniforms(G + 1, -3, 2);
      double[] thetaBefore = theta.clone();
      double[] gradient = new double[G + 1];
      double[] fresh = new double[G + 1];
      double value = evaluate(warm, theta, gradient);
      assertClose("value", value, evaluate(fold(1, 3, tokens), theta, fresh), MEANS);
      assertClose("gradient", gradient, fresh, DIFFERENCES);
      assertThat(theta).isEqualTo(thetaBefore);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void valueIsTheLossAtTheMostProbableMean(boolean weighted) {
    Draws draws = new Draws(7);
    LabeledRows counts = train(draws, 3);
    LabeledRows heldOut = heldOut(draws, 3);
    assertValueAndMean(weighted ? Corpora.withValues(counts, draws) : counts, heldOut, GROUPS);
  }

  /** Tied features are one parameter to the likelihood, but each of them has its own weight. */
  @Test
  void valueOfTiedFeaturesIsTheLossAtTheMostProbableMean() {
    assertValueAndMean(trainWithTwins(), heldOutOfThreeFeatures(), TWIN_GROUPS);
  }

  /** Compares with the loss of the held-out sentences at the optimum that L-BFGS finds. */
  private static void assertValueAndMean(LabeledRows train, LabeledRows heldOut, int[] groups) {
    double[] theta = {0.5, -1, 1, -0.5};
    double[] precision = Arrays.stream(groups).mapToDouble(g -> Math.exp(-theta[g])).toArray();
    Optimum expected =
        new ChainCase(train, new Precision(precision, Math.exp(-theta[G]))).optimum();

    LinearChain chain = new LinearChain(3);
    double loss = 0;
    for (int n = 0; n < heldOut.sentenceCount(); n++) {
      loss -=
          chain.logLikelihood(
              Corpora.unary(heldOut, n, expected.weights()),
              expected.shared(),
              heldOut.labelsOf(n),
              new Workspace());
    }

    ValidationFold fold = new ValidationFold(new Split(train, heldOut), groups, chain, chain, 1);
    assertClose("value", evaluate(fold, theta, new double[G + 1]), loss, MEANS);
    assertClose("weights", fold.mean().weights().get(), expected.weights(), MEANS);
    assertClose("transitions", fold.mean().transitions(), expected.shared(), MEANS);
  }

  /** Returns sentences in which each feature has a twin. Twins without held-out rows are tied. */
  private static LabeledRows trainWithTwins() {
    return TwoGroups.withTwins(train(new Draws(11), 3));
  }

  private static LabeledRows heldOutOfThreeFeatures() {
    return Corpora.with(Corpora.random(new Draws(12), 3, 3, 4, 1, 3), 2 * GROUPS.length, null);
  }

  /** Kernel learning uses such rough solutions. */
  @Test
  void roughSolutionsHaveSimilarGradients() {
    double[] theta = {1, -1, 0.5, 0};
    double[] tight = new double[G + 1];
    double[] rough = new double[G + 1];
    evaluate(fold(2, 3, true), theta, tight);
    fold(2, 3, true)
        .evaluate(
            theta, new Effort(25, 2e-3), new ConjugateGradients(8, 0.02), now -> false, rough);
    assertThat(rough).containsExactly(tight, share(0.1, tight));
  }

  /**
   * Variances get smaller from round to round, but no pass is made, since the objective hardly
   * changes. Without the correction by a Newton step, the gradient would grow like 1/σ² and drive
   * the variances to zero.
   */
  @Test
  void gradientIsAccurateForMeansThatLagBehind() {
    ValidationFold fold = fold(2, 3, true);
    double[] gradient = new double[G + 1];
    double[] theta = {-2, -2, 0, 0};
    evaluate(fold, theta, gradient);
    for (int round = 0; round < 4; round++) {
      theta[0] -= 1.5;
      theta[1] -= 1.5;
      fold.evaluate(theta, new Effort(0, 0), EXACT, now -> false, gradient);
      double[] expected = new double[G + 1];
      evaluate(fold(2, 3, true), theta, expected);
      assertThat(gradient).containsExactly(expected, share(0.2, expected));
    }
  }

  /** Returns a tolerance that is a share of the largest absolute value. */
  private static Offset<Double> share(double share, double[] numbers) {
    return within(share * Arrays.stream(numbers).map(Math::abs).max().orElseThrow());
  }

  /** The test receives the gradient after each step of the solver, and can stop the solver. */
  @Test
  void solverStopsWhenTheGradientIsAccurate() {
    List<double[]> seen = new ArrayList<>();
    double[] gradient = new double[G + 1];
    fold(2, 3, true)
        .evaluate(
            new double[G + 1],
            LONG,
            EXACT,
            now -> {
              seen.add(now.clone());
              return seen.size() == 3;
            },
            gradient);

    assertThat(seen).hasSize(3).last().isEqualTo(gradient);
    assertThat(seen.get(0)).isNotEqualTo(gradient);
  }

  /** All labels are equally likely. */
  @Test
  void withoutVarianceNothingIsLearned() {
    double[] gradient = new double[G + 1];
    double[] none = filled(G + 1, -30);
    ValidationFold fold = fold(3, 3, true);
    assertThat(fold.tokenCount()).isEqualTo(8);
    assertClose("value", evaluate(fold, none, gradient), 8 * Math.log(3), 1e-9);
    assertClose("gradient", gradient, new double[G + 1], 1e-9);
  }

  @Test
  void singleLabelHasNoLoss() {
    double[] gradient = new double[G + 1];
    assertThat(evaluate(fold(4, 1, true), new double[G + 1], gradient)).isZero();
    assertThat(gradient).containsOnly(0);
  }
}
