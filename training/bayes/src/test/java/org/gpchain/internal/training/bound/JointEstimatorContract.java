package org.gpchain.internal.training.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.gp.posterior.JointGaussian;
import org.gpchain.internal.training.bound.JointCase.Estimate;
import org.gpchain.internal.training.bound.JointEstimator.LikelihoodException;
import org.gpchain.internal.training.hyper.BrokenLikelihood;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of every {@link JointEstimator}, apart from being unbiased. */
public interface JointEstimatorContract {
  /** Returns an estimator for a likelihood. */
  JointEstimator estimator(DifferentiableLikelihood likelihood);

  /** Tests small sizes, such as one token or one label, and an odd number of samples. */
  @ParameterizedTest
  @CsvSource({"1,1,4", "1,1,5", "1,3,8", "4,1,9", "3,2,20"})
  default void resultIsFiniteAndSymmetric(int length, int labelCount, int samples) {
    JointCase c = JointCase.random(new Draws(length), length, labelCount);
    Estimate actual = c.estimate(estimator(new LinearChain(labelCount)), samples, 1);
    assertThat(Arrays.stream(actual.flat()).allMatch(Double::isFinite)).isTrue();
    for (double[] matrix : actual.gradient().unaryCovariance()) {
      checkSymmetric(matrix, length);
    }
  }

  private static void checkSymmetric(double[] matrix, int n) {
    for (int i = 0; i < n * n; i++) {
      assertClose("symmetric", matrix[i], matrix[i % n * n + i / n], ROUNDING);
    }
  }

  /** With a single label, log p = 0 for all scores. */
  @Test
  default void gradientIsZeroForASingleLabel() {
    JointCase c = JointCase.random(new Draws(5), 3, 1);
    double[] flat = c.estimate(estimator(new LinearChain(1)), 10, 1).flat();
    assertClose("value and gradient", flat, new double[flat.length], ROUNDING);
  }

  @Test
  default void sameSeedGivesTheSameResult() {
    JointCase c = JointCase.random(new Draws(1), 4, 3);
    JointEstimator estimator = estimator(new LinearChain(3));
    double[] once = c.estimate(estimator, 12, 1).flat();
    assertThat(c.estimate(estimator, 12, 1).flat()).containsExactly(once);
    assertThat(c.estimate(estimator, 12, 2).flat()).isNotEqualTo(once);
  }

  /** The result depends neither on earlier sentences nor on earlier settings. */
  @Test
  default void resultDoesNotDependOnTheWorkspace() {
    Draws draws = new Draws(2);
    JointCase c = JointCase.random(draws, 3, 2);
    JointEstimator estimator = estimator(new LinearChain(2));
    double[] expected = c.estimate(estimator, 12, 1).flat();
    Workspace used = new Workspace();
    JointCase.random(draws, 3, 4).estimate(estimator(new LinearChain(4)), 6, 8, used);
    for (int length : new int[] {7, 1}) {
      JointCase.random(draws, length, 2).estimate(estimator, 7, 9, used);
      c.estimate(estimator, 8, 9, used);
      assertThat(c.estimate(estimator, 12, 1, used).flat()).containsExactly(expected);
    }
  }

  @Test
  default void manyThreadsShareIt() {
    JointEstimator estimator = estimator(new LinearChain(3));
    Draws draws = new Draws(3);
    double[][][] actual = new double[2][40][];
    List<JointCase> cases =
        IntStream.range(0, 40).mapToObj(i -> JointCase.random(draws, 1 + i % 6, 3)).toList();

    for (int threads : new int[] {1, 4}) {
      try (Parallel parallel = new Parallel(threads)) {
        parallel.loop(
            40,
            1,
            (worker, i, to) ->
                actual[threads / 4][i] = cases.get(i).estimate(estimator, 10, i).flat());
      }
    }

    assertThat(actual[1]).isDeepEqualTo(actual[0]);
  }

  @Test
  default void argumentsAreNotModified() {
    JointCase c = JointCase.random(new Draws(4), 4, 3);
    JointCase same = JointCase.random(new Draws(4), 4, 3);
    c.estimate(estimator(new LinearChain(3)), 12, 1);
    assertThat(c).usingRecursiveComparison().isEqualTo(same);
  }

  /** Without transition templates, transitions have no variance, and no gradient by it. */
  @Test
  default void gradientIsZeroWithoutVariance() {
    JointGaussian q = JointCase.random(new Draws(8), 3, 2).q();
    JointCase c =
        new JointCase(
            new JointGaussian(
                q.unaryMean(), q.unaryFactor(), q.pairwiseMean(), new double[4], null),
            new int[] {0, 1, 1});
    Estimate actual = c.estimate(estimator(new LinearChain(2)), 12, 1);
    assertThat(Arrays.stream(actual.flat()).allMatch(Double::isFinite)).isTrue();
    assertThat(Arrays.stream(actual.gradient().pairwiseCovariance()).allMatch(x -> x == 0))
        .isTrue();
  }

  /** The likelihood is finite at the mean, so that the first sample fails. */
  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  default void reportsNonfiniteLikelihoods(double value) {
    JointCase c = JointCase.random(new Draws(9), 3, 2);
    JointEstimator estimator = estimator(new BrokenLikelihood(c.q().unaryMean()[0], value));
    assertFails(
        LikelihoodException.class,
        () -> c.estimate(estimator, 12, 1),
        "returned " + value + " for sample 0 of a sentence of 3 tokens",
        value == Double.NEGATIVE_INFINITY ? "gold labels are impossible" : "finite number");
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  default void whatIsNowhereFiniteIsReported(double value) {
    JointCase c = JointCase.random(new Draws(9), 1, 2);
    JointEstimator estimator = estimator(new BrokenLikelihood(Double.NaN, value));
    assertThatThrownBy(() -> c.estimate(estimator, 12, 1))
        .isInstanceOf(LikelihoodException.class)
        .hasMessageContaining("returned " + value)
        .hasMessageNotContaining("-1");
  }

  @Test
  default void atLeastOneSample() {
    JointCase c = JointCase.random(new Draws(10), 2, 2);
    JointEstimator estimator = estimator(new LinearChain(2));
    assertRefused(() -> c.estimate(estimator, 0, 1), "number of samples");
  }
}
