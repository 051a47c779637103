package org.gpchain.internal.gp.posterior;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.STANDARD_ERRORS;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.kernel.RandomRows;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.core.posterior.LatentGaussian;
import org.gpchain.internal.core.posterior.LatentSamples;
import org.gpchain.internal.core.posterior.Posterior;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that every posterior must pass. */
public class PosteriorContractTest {
  /** Returns posteriors. Each posterior depends on a seed. */
  static Stream<Named<LongFunction<Posterior>>> posteriors() {
    return Stream.of(
        Named.of("plug-in", seed -> decoupled(seed, false)),
        Named.of("decoupled", seed -> decoupled(seed, true)),
        Named.of("samples", seed -> PosteriorDrawsTest.sampled(seed, 8)),
        Named.of("mixture", seed -> mixture(seed)),
        Named.of("one component", seed -> oneComponent(mixture(seed))),
        Named.of("mean of a mixture", seed -> mixture(seed).plugIn()));
  }

  /** Returns the classes of the tested posteriors. */
  public static Set<Class<?>> tested() {
    return posteriors()
        .map(posterior -> posterior.getPayload().apply(1).getClass())
        .collect(toSet());
  }

  private static DecoupledPosterior decoupled(long seed, boolean withCovariance) {
    int v = 1 + (int) seed % 3;
    PosteriorCase parts = PosteriorCase.of(seed, 4, v, 1);
    Draws draws = new Draws(seed);
    float[] weights = draws.floats(PosteriorCase.FEATURES * v, 1);
    double[] variance = draws.uniforms(v * v, 0.1, 2.0);
    return new DecoupledPosterior(
        v, weights, draws.normals(v * v, 1), variance, withCovariance ? parts.covariance() : null);
  }

  /** Returns a mixture of two components. The seed selects its covariances and coordinates. */
  private static SparsePosterior mixture(long seed) {
    return SparseCase.of(seed, 1, 4, 1 + (int) seed % 3, seed % 2 == 0, seed % 3 == 0).posterior();
  }

  private static SparsePosterior oneComponent(SparsePosterior mixture) {
    return new SparsePosterior(
        mixture.labelCount(),
        mixture.projection(),
        new double[] {1},
        List.of(mixture.components().get(0)),
        mixture.pairwise());
  }

  private static SparseRows rows(Posterior posterior, long seed, int count) {
    return RandomRows.rows(new Draws(seed + 77), count, posterior.featureCount(), 4);
  }

  /** Returns the mean of consecutive rows. Passes a longer array than needed. */
  private static double[] mean(Posterior posterior, SparseRows x, int from, int length) {
    double[] out = new double[length * posterior.labelCount() + 1];
    Arrays.fill(out, Double.NaN);
    posterior.unaryMean(x, from, length, out);
    assertThat(out[out.length - 1]).isNaN();
    return Arrays.copyOf(out, out.length - 1);
  }

  @ParameterizedTest
  @MethodSource("posteriors")
  void shapesFitTheNumberOfLabels(LongFunction<Posterior> posteriors) {
    Posterior posterior = posteriors.apply(1);
    int v = posterior.labelCount();
    assertThat(v).isPositive();
    assertThat(posterior.featureCount()).isPositive();
    assertThat(posterior.pairwiseMean()).hasSize(v * v).isSameAs(posterior.pairwiseMean());
  }

  @ParameterizedTest
  @MethodSource("posteriors")
  void meansOfTokensDoNotDependOnTheirSentence(LongFunction<Posterior> posteriors) {
    IntStream.of(0, 1, 5).forEach(length -> assertMeansOfTokens(posteriors, length));
  }

  private static void assertMeansOfTokens(LongFunction<Posterior> posteriors, int length) {
    for (int seed = 1; seed < 5; seed++) {
      Posterior posterior = posteriors.apply(seed);
      SparseRows x = rows(posterior, seed, length + 2);
      double[] means = mean(posterior, x, 1, length);
      int v = posterior.labelCount();
      for (int t = 0; t < length; t++) {
        assertThat(mean(posterior, x, 1 + t, 1))
            .isEqualTo(Arrays.copyOfRange(means, t * v, (t + 1) * v));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("posteriors")
  void latentMeanEqualsTheMean(LongFunction<Posterior> posteriors) {
    assertLatentMean(posteriors, false);
    assertLatentMean(posteriors, true);
  }

  private static void assertLatentMean(LongFunction<Posterior> posteriors, boolean withResidual) {
    for (int seed = 1; seed < 5; seed++) {
      Posterior posterior = posteriors.apply(seed);
      SparseRows x = rows(posterior, seed, 6);
      if (!posterior.hasCovariance()) {
        assertFails(
            IllegalStateException.class,
            () -> posterior.latent(x, 0, 1, withResidual),
            "only a mean");
        continue;
      }

      LatentGaussian latent = posterior.latent(x, 1, 4, withResidual);

      assertThat(latent.pairwiseMean()).isEqualTo(posterior.pairwiseMean());
      assertThat(latent.unaryMean()).hasSize(4 * posterior.labelCount());
      assertClose("E[f]", latent.unaryMean(), mean(posterior, x, 1, 4), ALGEBRA);
    }
  }

  @ParameterizedTest
  @MethodSource("posteriors")
  void meanOfSamplesIsTheMean(LongFunction<Posterior> posteriors) {
    Posterior posterior = posteriors.apply(3);
    if (!posterior.hasCovariance()) {
      return;
    }
    int count = 4000;
    int v = posterior.labelCount();
    LatentGaussian latent = posterior.latent(rows(posterior, 3, 3), 0, 3, true);
    LatentSamples samples = latent.deviations().draw(1, count);

    assertThat(samples.count()).isEqualTo(count);

    for (int i = 0; i < 3 * v; i++) {
      assertMeanIsZero(samples.unary(), i);
    }
    for (int i = 0; i < v * v; i++) {
      assertMeanIsZero(samples.pairwise(), i);
    }

    assertThat(latent.deviations().draw(1, count).unary()).isDeepEqualTo(samples.unary());
  }

  private static void assertMeanIsZero(float[][] deviations, int number) {
    double[] values =
        IntStream.range(0, deviations.length).mapToDouble(s -> deviations[s][number]).toArray();
    double squares = Arrays.stream(values).map(value -> value * value).sum();
    double error = Math.sqrt(squares) / values.length;
    assertThat(Arrays.stream(values).average().orElseThrow())
        .isCloseTo(0, within(STANDARD_ERRORS * error + 1e-9));
  }
}
