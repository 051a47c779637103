package org.gpchain.training.hyper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.math.Parallel;
import org.gpchain.training.TrainerSettings;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.hyper.ValidationFold.Precision;
import org.gpchain.training.objective.Corpora;
import org.gpchain.training.objective.Pathwise;
import org.gpchain.training.optim.StopRule;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValidationFoldTest {
  private static final int[] GROUPS = {0, 0, 0, 1, 1, 2, 2, 2};
  private static final int G = 3;
  private static final Precision TIGHT =
      new Precision(new StopRule(2000, 0, 20, 1e-11), 500, 1e-9, 1);

  /** Where a tight mean ends, against where another start of it ends. */
  private static final double MEANS = 1e-6;

  /** A difference of such values; products with the Hessian are differences too. */
  private static final double DIFFERENCES = 1e-5;

  private final Parallel parallel = new Parallel(1);

  @AfterEach
  void close() {
    parallel.close();
  }

  private ValidationFold fold(long seed, int labels, boolean tokens, Precision precision) {
    Draws draws = new Draws(seed);
    LabeledRows train = Corpora.random(draws, labels, GROUPS.length, 3, 1, 5, 2, 4, 1);
    LabeledRows heldOut = Corpora.random(draws, labels, GROUPS.length, 4, 1, 3);
    LinearChain chain = new LinearChain(labels);
    return new ValidationFold(
        train,
        heldOut,
        GROUPS,
        new Pathwise(chain),
        new Pathwise(tokens ? new MarginalLikelihood(chain) : chain),
        precision,
        parallel);
  }

  @ParameterizedTest
  @CsvSource({"1, true", "1, false", "2, true", "2, false", "3, true", "3, false"})
  void gradientEqualsFiniteDifferences(int labels, boolean tokens) {
    for (int seed = 1; seed <= 3; seed++) {
      ValidationFold fold = fold(seed, labels, tokens, TIGHT);
      double[] theta = new Draws(seed).uniforms(G + 1, -1.5, 1.5);
      double[] gradient = new double[G + 1];
      Arrays.fill(gradient, Double.NaN);
      fold.evaluate(theta, gradient);
      for (int g = 0; g <= G; g++) {
        assertClose("∂/∂θ" + g, gradient[g], difference(fold, theta, g), DIFFERENCES);
      }
    }
  }

  /** Of the fourth order, over steps so wide that the optimiser's rounding is small beside them. */
  private static double difference(ValidationFold fold, double[] theta, int g) {
    double step = 0.02;
    double[] weights = {1, -8, 0, 8, -1};
    double at = theta[g];
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      theta[g] = at + (i - 2) * step;
      sum += weights[i] * fold.evaluate(theta, new double[G + 1]);
    }
    theta[g] = at;
    return sum / (12 * step);
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void whereItBeganDoesNotMatter(boolean tokens) {
    Draws draws = new Draws(5);
    ValidationFold warm = fold(1, 3, tokens, TIGHT);
    for (int i = 0; i < 5; i++) {
      double[] theta = draws.uniforms(G + 1, -4, 3);
      double[] thetaBefore = theta.clone();
      double[] gradient = new double[G + 1];
      double[] fresh = new double[G + 1];
      double value = warm.evaluate(theta, gradient);
      assertClose("value", value, fold(1, 3, tokens, TIGHT).evaluate(theta, fresh), MEANS);
      assertClose("gradient", gradient, fresh, DIFFERENCES);
      assertThat(theta).isEqualTo(thetaBefore);
    }
  }

  /** What learning makes do with is not far off. */
  @Test
  void roughSolutionsHaveNearlyTheSameGradient() {
    double[] theta = {1, -1, 0.5, 0};
    double[] tight = new double[G + 1];
    double[] rough = new double[G + 1];
    fold(2, 3, true, TIGHT).evaluate(theta, tight);
    fold(2, 3, true, Precision.of(TrainerSettings.DEFAULT.prior().learning(), 1))
        .evaluate(theta, rough);
    double size = Arrays.stream(tight).map(Math::abs).max().orElseThrow();
    for (int g = 0; g <= G; g++) {
      assertThat(Math.abs(rough[g] - tight[g])).isLessThan(0.1 * size);
    }
  }

  /** Without any variance nothing is learned: all labels are equally likely. */
  @Test
  void withoutVarianceNothingIsLearned() {
    double[] gradient = new double[G + 1];
    double[] none = new double[G + 1];
    Arrays.fill(none, -30);
    ValidationFold fold = fold(3, 3, true, TIGHT);
    assertThat(fold.tokenCount()).isEqualTo(8);
    assertClose("value", fold.evaluate(none, gradient), 8 * Math.log(3), 1e-9);
    assertClose("gradient", gradient, new double[G + 1], 1e-9);
  }

  @Test
  void oneLabelIsCertain() {
    double[] gradient = new double[G + 1];
    assertThat(fold(4, 1, true, TIGHT).evaluate(new double[G + 1], gradient)).isZero();
    assertThat(gradient).containsOnly(0);
  }
}
