package org.gpchain.core.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.STANDARD_ERRORS;
import static org.gpchain.core.Tolerances.assertClose;

import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatentMixtureTest {
  private static final int COUNT = 20_000;

  /**
   * {@code Var f = Σ_k π_k (Var_k f + d_k²)} and {@code E (f − E f)³ = Σ_k π_k d_k (d_k² + 3 Var_k
   * f)} with {@code d_k = E_k f − E f}: each component lies on its own side of the mean, which no
   * even moment shows.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void samplesHaveTheVarianceAndTheSkewnessOfTheMixture(boolean diagonal) {
    int skewed = 0;
    for (int seed = 1; seed < 5; seed++) {
      SparseCase parts = SparseCase.of(seed, 5, 3, 2, diagonal, seed % 2 == 0);
      LatentGaussian mixture = parts.posterior().latent(parts.rows(), 1, 3, true);
      LatentSamples samples = mixture.draw(RandomSource.XO_SHI_RO_256_PP.create(2L), COUNT);
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
        skewed += Math.abs(cube) > assertMoment(samples, i, 3, cube) ? 1 : 0;
      }
    }
    assertThat(skewed).as("scores whose skewness shows").isPositive();
  }

  /** Returns the bound of the error. */
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
  void theMeanIsThatOfTheComponents() {
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
  void aPosteriorOfOneComponentIsNoMixture() {
    SparseCase parts = SparseCase.of(4, 5, 3, 2, true, false);
    SparsePosterior one =
        new SparsePosterior(
            2,
            parts.posterior().projection(),
            new double[] {1},
            parts.posterior().components().subList(1, 2),
            parts.posterior().pairwise());
    assertThat(one.latent(parts.rows(), 0, 4, true)).isInstanceOf(JointGaussian.class);
  }
}
