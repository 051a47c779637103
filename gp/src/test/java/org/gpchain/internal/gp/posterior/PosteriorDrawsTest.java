package org.gpchain.internal.gp.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.NaiveAlgebra.doubles;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.STANDARD_ERRORS;
import static org.gpchain.core.Tolerances.assertClose;
import static org.gpchain.core.Tolerances.assertMoments;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.kernel.RandomRows;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.LatentGaussian;
import org.gpchain.internal.core.posterior.LatentSamples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that draws of the scores of a sentence have the right moments or are the samples. */
class PosteriorDrawsTest {
  private static final int COUNT = 20_000;

  /**
   * {@code Var f = Σ_k π_k (Var_k f + d_k²)} and {@code E (f − E f)³ = Σ_k π_k d_k (d_k² + 3 Var_k
   * f)} with {@code d_k = E_k f − E f}. Only the third moment shows on which side of the mean each
   * component is.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void drawsHaveTheVarianceAndSkewnessOfTheMixture(boolean diagonal) {
    int skewed = 0;
    for (int seed = 1; seed < 5; seed++) {
      SparseCase parts = SparseCase.of(seed, 5, 3, 2, diagonal, seed % 2 == 0);
      LatentGaussian mixture = parts.posterior().latent(parts.rows(), 1, 3, true);
      LatentSamples samples = mixture.deviations().draw(2, COUNT);
      for (int i = 0; i < 6; i++) {
        double square = 0;
        double cube = 0;
        for (int k = 0; k < 2; k++) {
          double weight = parts.posterior().weights()[k];
          double side = parts.mean(k, i % 2, 1, 3)[i / 2][0] - mixture.unaryMean()[i];
          double variance = parts.covariance(k, i % 2, 1, 3, true)[i / 2][i / 2];
          square += weight * (variance + side * side);
          cube += weight * side * (side * side + 3 * variance);
        }

        assertMoment(samples, i, 2, square);
        if (Math.abs(cube) > assertMoment(samples, i, 3, cube)) {
          skewed++;
        }
      }
    }
    assertThat(skewed).as("scores with a significant skewness").isPositive();
  }

  /** Fails unless a moment of draws equals its expectation. Returns the tolerance. */
  private static double assertMoment(LatentSamples samples, int i, int power, double expected) {
    double sum = 0;
    double squares = 0;
    for (float[] deviation : samples.unary()) {
      double value = Math.pow(deviation[i], power);
      sum += value;
      squares += value * value;
    }
    double bound = STANDARD_ERRORS * Math.sqrt(squares) / COUNT + 1e-6;
    assertThat(sum / COUNT).isCloseTo(expected, within(bound));
    return bound;
  }

  @Test
  void meanOfAMixtureIsTheWeightedMeanOfItsComponents() {
    SparseCase parts = SparseCase.of(4, 5, 3, 2, true, false);
    LatentGaussian mixture = parts.posterior().latent(parts.rows(), 1, 3, true);
    double[] expected = new double[6];
    for (int k = 0; k < 2; k++) {
      JointGaussian component = parts.posterior().latent(k, parts.rows(), 1, 3, true);
      for (int i = 0; i < expected.length; i++) {
        expected[i] += parts.posterior().weights()[k] * component.unaryMean()[i];
      }
    }
    assertClose("mean", mixture.unaryMean(), expected, ROUNDING);
  }

  @Test
  void drawsOfOneComponentAreThoseOfItsGaussian() {
    SparseCase parts = SparseCase.of(4, 5, 3, 2, true, false);
    SparsePosterior posterior =
        new SparsePosterior(
            2,
            parts.posterior().projection(),
            new double[] {1},
            parts.posterior().components().subList(1, 2),
            parts.posterior().pairwise());
    JointGaussian component = posterior.latent(0, parts.rows(), 0, 4, true);
    LatentSamples expected = component.draw(3, 5);
    LatentSamples actual = posterior.latent(parts.rows(), 0, 4, true).deviations().draw(3, 5);
    assertThat(actual.unary()).isDeepEqualTo(expected.unary());
  }

  private static final int SAMPLES = 20_000;
  private static final int FROM = 1;

  /** Variance that is added to each token, in addition to the jitter of the factor. */
  private static final double JITTER = 1e-8;

  /**
   * Returns the covariance of the scores f of tokens, followed by the scores g of transitions. It
   * is zero between labels, and between f and g.
   */
  private static double[][] expectedCovariance(
      SparseCase parts, JointGaussian q, boolean withResidual) {
    int length = q.length();
    int v = parts.posterior().labelCount();
    int unary = length * v;
    double[][] expectedCovariance = new double[unary + v * v][unary + v * v];
    for (int label = 0; label < v; label++) {
      double[][] sigma = parts.covariance(1, label, FROM, length, withResidual);
      for (int t = 0; t < length; t++) {
        for (int s = 0; s < length; s++) {
          expectedCovariance[t * v + label][s * v + label] = sigma[t][s];
        }
        expectedCovariance[t * v + label][t * v + label] +=
            JITTER + q.unaryFactor().get(label).jitter();
      }
    }

    double[][] pairwise = Components.covariance(parts.posterior().pairwise(), 0, v * v);
    for (int i = 0; i < v * v; i++) {
      System.arraycopy(pairwise[i], 0, expectedCovariance[unary + i], unary, v * v);
    }
    return expectedCovariance;
  }

  private static double[][] values(LatentSamples samples) {
    return IntStream.range(0, samples.count())
        .mapToObj(
            s ->
                DoubleStream.concat(
                        DoubleStream.of(doubles(samples.unary()[s])),
                        DoubleStream.of(doubles(samples.pairwise()[s])))
                    .toArray())
        .toArray(double[][]::new);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 1, true, true",
    "4, 2, 1, false, true",
    "4, 2, 4, true, true",
    "4, 2, 4, true, false",
    "6, 3, 3, false, true"
  })
  void drawsHaveTheMomentsOfTheFormulas(
      int m, int v, int length, boolean diagonal, boolean withResidual) {
    SparseCase parts = SparseCase.of(m + v, length + FROM, m, v, diagonal, true);
    JointGaussian q = parts.posterior().latent(1, parts.rows(), FROM, length, withResidual);
    double[][] draws = values(q.draw(9, SAMPLES));
    double[][] expectedCovariance = expectedCovariance(parts, q, withResidual);
    assertMoments(draws, expectedCovariance, 0);
  }

  private static final int FEATURES = 12;

  static SampledPosterior sampled(long seed, int samples) {
    return Components.sampled(new Draws(seed), FEATURES, 1 + (int) seed % 3, samples);
  }

  @Test
  void drawsThinOrRepeatTheSamples() {
    SampledPosterior posterior = sampled(1, 6);
    SparseRows x = RandomRows.rows(new Draws(1), 1, FEATURES, 3);
    LatentGaussian latent = posterior.latent(x, 0, 1, false);
    float[][] six = latent.deviations().draw(1, 6).unary();
    float[][] three = latent.deviations().draw(1, 3).unary();
    float[][] twelve = latent.deviations().draw(1, 12).unary();
    assertThat(three).isDeepEqualTo(new float[][] {six[1], six[3], six[5]});
    for (int i = 0; i < 12; i++) {
      assertThat(twelve[i]).isEqualTo(six[i / 2]);
    }
  }

  @Test
  void refusesNoSamplesAndSamplesOfDifferentShapes() {
    assertRefused(() -> SampledPosterior.of(1, List.of(), List.of()));
    assertRefused(() -> new SampledPosterior(sampled(1, 1).mean(), List.of(sampled(2, 1).mean())));
  }

  @Test
  void drawsAreTheSamplesIfTheirNumberIsEqual() {
    SampledPosterior posterior = sampled(2, 5);
    SparseRows x = RandomRows.rows(new Draws(1), 4, FEATURES, 3);
    LatentGaussian latent = posterior.latent(x, 1, 2, false);
    LatentSamples drawn = latent.deviations().draw(1, 5);
    for (int s = 0; s < 5; s++) {
      double[] expected = new double[2 * posterior.labelCount()];
      posterior.samples().get(s).unaryMean(x, 1, 2, expected);
      for (int i = 0; i < expected.length; i++) {
        assertThat(latent.unaryMean()[i] + drawn.unary()[s][i])
            .isCloseTo(expected[i], within(1e-5));
      }
      double[] transitions = posterior.samples().get(s).pairwiseMean();
      for (int i = 0; i < transitions.length; i++) {
        assertThat(posterior.pairwiseMean()[i] + drawn.pairwise()[s][i])
            .isCloseTo(transitions[i], within(1e-5));
      }
    }

    assertThat(posterior.ownSamples()).isEqualTo(5);
  }
}
