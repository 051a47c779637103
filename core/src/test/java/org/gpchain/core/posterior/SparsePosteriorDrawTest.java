package org.gpchain.core.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.NaiveAlgebra.doubles;
import static org.gpchain.core.Tolerances.assertMoments;

import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.math.SparseRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Draws of one sentence: their mean and covariance are those of the formulae. */
class SparsePosteriorDrawTest {
  private static final int SAMPLES = 20_000;
  private static final int FROM = 1;

  /** What tokens get that have no variance, beside the jitter of the factor. */
  private static final double JITTER = 1e-8;

  /** The covariance of f, then g, {@code [(T·V + V²)²]}: zero between labels and from f to g. */
  private static double[][] expected(SparseCase parts, JointGaussian q, boolean withResidual) {
    int length = q.length();
    int v = parts.posterior().labelCount();
    int unary = length * v;
    double[][] expected = new double[unary + v * v][unary + v * v];
    for (int label = 0; label < v; label++) {
      double[][] sigma = parts.covariance(1, label, FROM, length, withResidual);
      for (int t = 0; t < length; t++) {
        for (int s = 0; s < length; s++) {
          expected[t * v + label][s * v + label] = sigma[t][s];
        }
        expected[t * v + label][t * v + label] += JITTER + q.unaryFactor().get(label).jitter();
      }
    }
    double[][] pairwise = Components.covariance(parts.posterior().pairwise(), 0, v * v);
    for (int i = 0; i < v * v; i++) {
      System.arraycopy(pairwise[i], 0, expected[unary + i], unary, v * v);
    }
    return expected;
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
  void haveTheMomentsOfTheFormulae(
      int m, int v, int length, boolean diagonal, boolean withResidual) {
    SparseCase parts = SparseCase.of(m + v, length + FROM, m, v, diagonal, true);
    JointGaussian q = parts.posterior().latent(1, parts.rows(), FROM, length, withResidual);
    double[][] draws = values(q.draw(RandomSource.XO_SHI_RO_256_PP.create(9L), SAMPLES));
    double[][] expected = expected(parts, q, withResidual);
    assertMoments(draws, expected, 0);
  }

  /** Tokens are drawn jointly: two that have the same features have the same scores. */
  @Test
  void tokensAlikeAreDrawnAlike() {
    SparseCase parts = SparseCase.of(3, 1, 4, 2, false, false);
    SparseRows x = SparseRows.of(15, new int[] {0, 2, 4, 6}, new int[] {3, 4, 7, 8, 3, 4});
    JointGaussian q = parts.posterior().latent(0, x, 0, 3, true);
    LatentSamples samples = q.draw(RandomSource.XO_SHI_RO_256_PP.create(2L), 200);
    double apart = 0;
    for (float[] f : samples.unary()) {
      for (int v = 0; v < 2; v++) {
        assertThat(f[v]).isCloseTo(f[4 + v], within(0.01f));
        apart = Math.max(apart, Math.abs(f[v] - f[2 + v]));
      }
    }
    assertThat(apart).isGreaterThan(0.5);
  }
}
