package org.gpchain.internal.gp.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.NaiveAlgebra.logDeterminant;
import static org.gpchain.core.NaiveAlgebra.meanDiagonal;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.STANDARD_ERRORS;
import static org.gpchain.core.Tolerances.assertClose;
import static org.gpchain.core.Tolerances.assertMoments;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.NaiveAlgebra;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.LatentSamples;
import org.gpchain.internal.gp.algebra.Cholesky;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InducingCovarianceTest {
  private static final int SAMPLES = 40_000;
  private static final int FIRST_ROW = 2;

  /** Upper bound of the jitter of the residual covariance, the variance of unseen tokens. */
  private static final double UNSEEN_JITTER = 1e-6;

  private static UniformRandomProvider rng(long seed) {
    return RandomSource.XO_SHI_RO_256_PP.create(seed);
  }

  private static LatentSamples draw(
      PosteriorCase posterior, int length, boolean withResidual, int count) {
    return posterior
        .covariance()
        .deviations(posterior.random().rows(), FIRST_ROW, length, withResidual, new double[0])
        .draw(1, count);
  }

  /** Fails unless draws have the covariances of each label, and labels are independent. */
  private static void assertCovariance(LatentSamples samples, double[][][] expected, int length) {
    int v = expected.length;
    double[][] covariance = new double[length * v][length * v];
    for (int a = 0; a < length * v; a++) {
      for (int b = a % v; b < length * v; b += v) {
        covariance[a][b] = expected[a % v][a / v][b / v];
      }
    }
    double[][] draws =
        Arrays.stream(samples.unary()).map(NaiveAlgebra::doubles).toArray(double[][]::new);
    assertMoments(draws, covariance, UNSEEN_JITTER);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 1, false",
    "1, 1, 1, true",
    "4, 2, 5, false",
    "4, 2, 5, true",
    "9, 3, 4, true"
  })
  void covarianceOfDrawsEqualsTheFormula(int m, int v, int length, boolean withResidual) {
    PosteriorCase posterior = PosteriorCase.of(m + 10L * v, m, v, length + 4);
    double[][][] expected = new double[v][][];
    for (int label = 0; label < v; label++) {
      expected[label] = posterior.expected(label, FIRST_ROW, length, withResidual);
    }
    assertCovariance(draw(posterior, length, withResidual, SAMPLES), expected, length);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 3", "8, 2"})
  void divergenceEqualsTheFormula(int m, int v) {
    for (int seed = 0; seed < 5; seed++) {
      PosteriorCase posterior = PosteriorCase.of(seed, m, v, 3);
      double expected = 0;
      for (int label = 0; label < v; label++) {
        double[][] s = posterior.inducingCovariance(label);
        double trace = m * meanDiagonal(s);
        expected += 0.5 * (trace - logDeterminant(s) - m);
      }
      double divergence = posterior.covariance().divergence();
      assertClose("KL", divergence, expected, ALGEBRA);
      assertThat(divergence).isPositive();
    }
  }

  @Test
  void transitionsHaveTheGivenVariancesIndependentOfTokens() {
    PosteriorCase posterior = PosteriorCase.of(1, 3, 2, 5);
    InducingCovariance covariance = posterior.covariance();
    SparseRows rows = posterior.random().rows();
    double[] variance = {0, 0.25, 4, 1e-6};
    var sentence = covariance.deviations(rows, 0, 2, true, variance);
    LatentSamples samples = sentence.draw(3, SAMPLES);
    for (int i = 0; i < variance.length; i++) {
      double sum = 0;
      for (float[] sample : samples.pairwise()) {
        sum += (double) sample[i] * sample[i];
      }
      double error = variance[i] * Math.sqrt(2.0 / SAMPLES);
      assertThat(sum / SAMPLES).isCloseTo(variance[i], within(STANDARD_ERRORS * error + 1e-12));
    }

    var without = covariance.deviations(rows, 0, 2, true, new double[4]);

    assertThat(sentence.draw(3, 10).unary()).isDeepEqualTo(without.draw(3, 10).unary());
  }

  @Test
  void tokensWithoutFeaturesDoNotDeviate() {
    PosteriorCase posterior = PosteriorCase.of(1, 3, 2, 1);
    var rows = SparseRows.of(PosteriorCase.FEATURES, new int[] {0, 0, 1, 1}, new int[] {2});
    LatentSamples samples =
        posterior.covariance().deviations(rows, 0, 3, true, new double[4]).draw(1, 20);
    for (float[] sample : samples.unary()) {
      // The variance is only the jitter of the residual covariance.
      double size = Math.abs(sample[2]);
      assertThat(size).isPositive();
      for (int i : new int[] {0, 1, 4, 5}) {
        assertThat(sample[i]).isCloseTo(0, within(1e-2f));
      }
    }

    LatentSamples alone =
        posterior.covariance().deviations(rows, 0, 1, true, new double[4]).draw(1, 5);

    assertThat(alone.unary()).isDeepEqualTo(new float[5][2]);
  }

  @Test
  void refusesFactorsOfAnotherSize() {
    PosteriorCase posterior = PosteriorCase.of(1, 3, 2, 1);
    List<Cholesky> wrong = List.of(Cholesky.ofFactor(new double[4], 2));
    assertRefused(() -> new InducingCovariance(posterior.projection(), wrong), "precision factor");
  }
}
