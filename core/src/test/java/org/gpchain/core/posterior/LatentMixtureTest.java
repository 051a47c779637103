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

  /** {@code Var f = Σ_k π_k (Var_k f + (E_k f)²) − (E f)²}: within and between the components. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void samplesHaveTheVarianceOfTheMixture(boolean diagonal) {
    SparseCase parts = SparseCase.of(6, 5, 3, 2, diagonal, true);
    LatentGaussian mixture = parts.posterior().latent(parts.rows(), 1, 3, true);
    LatentSamples samples = mixture.draw(RandomSource.XO_SHI_RO_256_PP.create(2L), COUNT);
    for (int t = 0; t < 3; t++) {
      for (int v = 0; v < 2; v++) {
        double mean = mixture.unaryMean()[t * 2 + v];
        double variance = -mean * mean;
        for (int k = 0; k < 2; k++) {
          double own = parts.mean(k, v, 1, 3)[t][0];
          variance +=
              parts.posterior().weights()[k]
                  * (parts.covariance(k, v, 1, 3, true)[t][t] + own * own);
        }
        double sum = 0;
        double fourth = 0;
        for (float[] deviation : samples.unary()) {
          double square = (double) deviation[t * 2 + v] * deviation[t * 2 + v];
          sum += square;
          fourth += square * square;
        }
        double error = Math.sqrt(fourth) / COUNT;
        assertThat(sum / COUNT).isCloseTo(variance, within(STANDARD_ERRORS * error + 1e-6));
      }
    }
  }

  /**
   * {@code E (f − E f)³ = Σ_k π_k d_k (d_k² + 3 Var_k f)} with {@code d_k = E_k f − E f}: each
   * component lies on its own side of the mean, which no even moment shows.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void samplesHaveTheSkewnessOfTheMixture(boolean diagonal) {
    int skewed = 0;
    for (int seed = 1; seed < 5; seed++) {
      SparseCase parts = SparseCase.of(seed, 5, 3, 2, diagonal, false);
      LatentGaussian mixture = parts.posterior().latent(parts.rows(), 1, 3, true);
      LatentSamples samples = mixture.draw(RandomSource.XO_SHI_RO_256_PP.create(2L), COUNT);
      for (int i = 0; i < 6; i++) {
        double expected = 0;
        for (int k = 0; k < 2; k++) {
          double side = parts.mean(k, i % 2, 1, 3)[i / 2][0] - mixture.unaryMean()[i];
          double variance = parts.covariance(k, i % 2, 1, 3, true)[i / 2][i / 2];
          expected += parts.posterior().weights()[k] * side * (side * side + 3 * variance);
        }
        double sum = 0;
        double sixth = 0;
        for (float[] deviation : samples.unary()) {
          double cube = Math.pow(deviation[i], 3);
          sum += cube;
          sixth += cube * cube;
        }
        double bound = STANDARD_ERRORS * Math.sqrt(sixth) / COUNT + 1e-6;
        assertThat(sum / COUNT).isCloseTo(expected, within(bound));
        skewed += Math.abs(expected) > bound ? 1 : 0;
      }
    }
    assertThat(skewed).as("scores whose skewness shows").isPositive();
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
