package org.gpchain.internal.training.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.posterior.LatentSamples;
import org.gpchain.internal.training.hyper.ChainEnumeration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the pathwise estimator with the likelihood, an enumeration, and closed forms. */
class PathwiseTest {
  private static double estimate(
      Pathwise pathwise, Cases c, LatentSamples samples, LatentGradient out) {
    return pathwise.estimate(c.mean(), samples, c.labels(), new Workspace(), out);
  }

  @Test
  void returnsTheLikelihoodWithoutSamples() {
    Cases c = Cases.random(new Draws(1), 5, 3);
    LinearChain chain = new LinearChain(3);
    double[] unary = new double[15];
    double[] pairwise = new double[9];
    double value =
        chain.logLikelihoodAndGradient(
            c.unary(), c.pairwise(), c.labels(), new Workspace(), unary, pairwise);
    LatentGradient gradient = c.gradient(true);
    assertThat(estimate(new Pathwise(chain), c, null, gradient)).isEqualTo(value);
    assertThat(Arrays.copyOf(gradient.unary(), 15)).isEqualTo(unary);
    assertThat(gradient.pairwise()).isEqualTo(pairwise);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 4", "2, 3", "6, 2", "4, 4"})
  void averagesTheLinearChainOverItsSamples(int length, int labelCount) {
    Draws draws = new Draws(10 + length);
    Cases c = Cases.random(draws, length, labelCount);
    int count = 3;
    LatentSamples samples = c.samples(draws, count, 1, 1);
    LatentGradient expected = LatentGradient.of(length, labelCount, true);
    double value = 0;

    for (int s = 0; s < count; s++) {
      ChainEnumeration sample =
          new ChainEnumeration(
              Cases.shifted(c.unary(), samples.unary()[s]),
              Cases.shifted(c.pairwise(), samples.pairwise()[s]),
              c.labels(),
              labelCount);
      value += sample.logLikelihood() / count;
      for (int i = 0; i < c.unary().length; i++) {
        double gradient = sample.unaryGradient()[i];
        expected.unary()[i] += gradient / count;
        expected.unaryCurvature()[i] += Cases.softmaxCurvature(gradient) / count;
      }
      for (int i = 0; i < c.pairwise().length; i++) {
        double gradient = sample.pairwiseGradient()[i];
        expected.pairwise()[i] += gradient / count;
        expected.pairwiseCurvature()[i] += gradient * gradient / count;
      }
    }

    LatentGradient actual = c.gradient(true);
    assertClose(
        "value",
        estimate(new Pathwise(new LinearChain(labelCount)), c, samples, actual),
        value,
        ALGEBRA);
    assertClose("unary", actual.unary(), expected.unary(), ALGEBRA);
    assertClose("pairwise", actual.pairwise(), expected.pairwise(), ALGEBRA);
    assertClose("curvature", actual.unaryCurvature(), expected.unaryCurvature(), ALGEBRA);
    assertClose("curvature", actual.pairwiseCurvature(), expected.pairwiseCurvature(), ALGEBRA);
  }

  /** For other likelihoods, the approximation of p(1−p) is between 0 and ¼. */
  @Test
  void curvatureOfOtherLikelihoodsIsInRange() {
    Draws draws = new Draws(30);
    GaussianLikelihood likelihood = new GaussianLikelihood(2, draws);
    Cases c =
        new Cases(
            new double[] {
              likelihood.unaryCentre(0, 0),
              likelihood.unaryCentre(0, 1) + 0.5,
              likelihood.unaryCentre(1, 0) - 0.1,
              likelihood.unaryCentre(1, 1) + 7
            },
            draws.normals(4, 1),
            new int[] {0, 1},
            2);
    LatentGradient gradient = c.gradient(true);
    estimate(new Pathwise(likelihood), c, null, gradient);

    assertClose("curvature", gradient.unaryCurvature(), new double[] {0, 0.25, 0.09, 0}, ALGEBRA);
  }

  @Nested
  class OfTheLinearChain implements FixedSamplesContract {
    @Override
    public Pathwise estimator(int labelCount) {
      return new Pathwise(new LinearChain(labelCount));
    }
  }

  @Nested
  class OfAGaussian implements FixedSamplesContract {
    @Override
    public Pathwise estimator(int labelCount) {
      return new Pathwise(new GaussianLikelihood(labelCount, new Draws(labelCount)));
    }
  }
}
