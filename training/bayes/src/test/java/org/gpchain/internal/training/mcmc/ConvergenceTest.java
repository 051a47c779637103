package org.gpchain.internal.training.mcmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.gpchain.internal.training.mcmc.Convergence.Mixing;
import org.gpchain.internal.training.mcmc.PosteriorSampler.SampleTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConvergenceTest {
  /** Returns an autoregression x' = a x + noise; its effective size is n (1 − a) / (1 + a). */
  private static double[] autoregression(double a, int n, double mean, long seed) {
    Random random = new Random(seed);
    double[] series = new double[n];
    double x = 0;
    for (int i = -100; i < n; i++) {
      x = a * x + Math.sqrt(1 - a * a) * random.nextGaussian();
      if (i >= 0) {
        series[i] = mean + x;
      }
    }
    return series;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 0.9, 0.98})
  void effectiveSampleSizeMatchesAnAutoregression(double a) {
    double[][] chains = {autoregression(a, 40_000, 1, 1), autoregression(a, 40_000, 1, 2)};
    double expected = 80_000 * (1 - a) / (1 + a);
    assertThat(Convergence.effectiveSampleSize(chains))
        .isCloseTo(expected, within(0.15 * expected));
    assertThat(Convergence.rHat(chains)).isCloseTo(1, within(0.02));
  }

  @Test
  void detectsChainsThatDisagree() {
    double[][] chains = {autoregression(0.5, 2_000, 0, 1), autoregression(0.5, 2_000, 2, 2)};
    assertThat(Convergence.rHat(chains)).isGreaterThan(1.3);
    assertThat(Convergence.effectiveSampleSize(chains)).isLessThan(50);
  }

  @Test
  void detectsAChainThatDrifts() {
    double[] drift = autoregression(0, 2_000, 0, 1);
    for (int i = 0; i < drift.length; i++) {
      drift[i] += 0.003 * i;
    }
    assertThat(Convergence.rHat(new double[][] {drift})).isGreaterThan(1.3);
  }

  @Test
  void ignoresScoresThatDoNotVary() {
    SampleTrace trace =
        new SampleTrace(new double[2_000], new double[2_000], new double[2][2_000], 0, 0);
    assertThat(Mixing.of(trace).rHat()).isNaN();
    System.arraycopy(autoregression(0.5, 2_000, 0, 1), 0, trace.probe()[1], 0, 2_000);
    double[][] chains = {trace.probe()[1]};
    assertThat(Mixing.of(trace).rHat()).isEqualTo(Convergence.rHat(chains));
    assertThat(Mixing.of(trace).effectiveSamples())
        .isEqualTo(Convergence.effectiveSampleSize(chains));
  }
}
