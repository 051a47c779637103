package org.gpchain.internal.training.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.rowMajor;
import static org.gpchain.core.Tolerances.FINITE_DIFFERENCE;
import static org.gpchain.core.Tolerances.assertClose;
import static org.gpchain.core.Tolerances.differences;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.posterior.LatentSamples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Contract of {@link Pathwise} over fixed samples for any likelihood. */
public interface FixedSamplesContract {
  /** Returns an estimator for a number of labels. */
  Pathwise estimator(int labelCount);

  /** Tests gradients at the mean (no samples) and over fixed samples. */
  @ParameterizedTest
  @CsvSource({"1, 1, 0", "1, 3, 0", "4, 1, 0", "2, 2, 0", "5, 3, 0", "1, 3, 4", "4, 2, 4"})
  default void gradientIsTheDerivativeOfTheValue(int length, int labelCount, int count) {
    Draws draws = new Draws(length);
    Cases c = Cases.random(draws, length, labelCount);
    LatentSamples samples = count == 0 ? null : c.samples(draws, count, 1, 0.5);
    Pathwise estimator = estimator(labelCount);
    LatentGradient gradient = c.gradient(false);
    estimate(estimator, c, samples, gradient);
    DoubleSupplier value = () -> estimate(estimator, c, samples, c.gradient(false));
    double[] unary = differences(c.unary(), value);
    assertClose("∂/∂f", gradient.unary(), unary, FINITE_DIFFERENCE);
    double[] pairwise = differences(c.pairwise(), value);
    assertClose("∂/∂g", gradient.pairwise(), pairwise, FINITE_DIFFERENCE);
  }

  /** Curvatures are optional, because they cost time; the other results do not change. */
  @Test
  default void curvatureDoesNotChangeOtherResults() {
    Draws draws = new Draws(4);
    Cases c = Cases.random(draws, 4, 3);
    for (LatentSamples samples : Arrays.asList(null, c.samples(draws, 3, 1, 1))) {
      LatentGradient with = c.gradient(true);
      LatentGradient without = c.gradient(false);
      assertThat(estimate(estimator(3), c, samples, without))
          .isEqualTo(estimate(estimator(3), c, samples, with));
      assertThat(meaningful(without.unary(), c)).isEqualTo(meaningful(with.unary(), c));
      assertThat(without.pairwise()).isEqualTo(with.pairwise());
    }
  }

  @Test
  default void argumentsAreNotModified() {
    Draws draws = new Draws(5);
    Cases c = Cases.random(draws, 4, 3);
    LatentSamples samples = c.samples(draws, 2, 1, 1);
    float[] deviation = samples.unary()[1].clone();
    estimate(estimator(3), c, samples, c.gradient(true));
    estimate(estimator(3), c, null, c.gradient(true));
    assertThat(c).usingRecursiveComparison().isEqualTo(Cases.random(new Draws(5), 4, 3));
    assertThat(samples.unary()[1]).isEqualTo(deviation);
  }

  /** An estimator is thread-safe, and results do not depend on the content of the workspace. */
  @Test
  default void resultsDoNotDependOnThreadsOrEarlierSentences() {
    Draws draws = new Draws(6);
    Pathwise shared = estimator(3);
    List<Cases> cases =
        IntStream.range(0, 40).mapToObj(i -> Cases.random(draws, 1 + i % 6, 3)).toList();
    List<LatentSamples> samples = cases.stream().map(c -> c.samples(draws, 2, 1, 1)).toList();
    List<double[]> alone =
        IntStream.range(0, cases.size())
            .mapToObj(i -> all(shared, cases.get(i), samples.get(i), new Workspace()))
            .toList();

    IntStream.range(0, 4)
        .parallel()
        .forEach(
            thread -> {
              Workspace workspace = new Workspace();
              for (int i = 0; i < cases.size(); i++) {
                assertThat(all(shared, cases.get(i), samples.get(i), workspace))
                    .isEqualTo(alone.get(i));
              }
            });
  }

  /** Returns the values at the mean and over samples, and all gradients, in one array. */
  private static double[] all(
      Pathwise estimator, Cases c, LatentSamples samples, Workspace workspace) {
    LatentGradient out = c.gradient(true);
    double plugIn = estimator.estimate(c.mean(), null, c.labels(), workspace, c.gradient(true));
    double value = estimator.estimate(c.mean(), samples, c.labels(), workspace, out);
    double[] unary = meaningful(out.unary(), c);
    double[] curvature = meaningful(out.unaryCurvature(), c);
    return rowMajor(new double[][] {{plugIn, value}, unary, curvature});
  }

  private static double estimate(
      Pathwise estimator, Cases c, LatentSamples samples, LatentGradient out) {
    return estimator.estimate(c.mean(), samples, c.labels(), new Workspace(), out);
  }

  /** Returns the part of an output array that the estimator had to write. */
  private static double[] meaningful(double[] out, Cases c) {
    return Arrays.copyOf(out, c.unary().length);
  }
}
