package org.gpchain.core.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.STANDARD_ERRORS;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.Draws;
import org.gpchain.core.kernel.RandomRows;
import org.gpchain.core.math.SparseRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds of every posterior. A test class of an implementation implements it. */
public interface PosteriorContract {
  /** A posterior that depends on the seed. */
  Posterior posterior(long seed);

  private static SparseRows rows(Posterior posterior, long seed, int count) {
    return RandomRows.rows(new Draws(seed + 77), count, posterior.featureCount(), 4);
  }

  /** The mean of a run of rows, from arrays that are longer than they need to be. */
  private static double[] mean(Posterior posterior, SparseRows x, int from, int length) {
    int[] starts = new int[length + 3];
    int[] features = new int[x.entryCount() + 2];
    float[] values = x.isWeighted() ? new float[features.length] : null;
    Arrays.fill(features, Integer.MAX_VALUE);
    Arrays.setAll(starts, t -> x.start(Math.min(from + t, x.rowCount())) - x.start(from));
    for (int i = 0; i < starts[length]; i++) {
      features[i] = x.column(x.start(from) + i);
      if (values != null) {
        values[i] = x.value(x.start(from) + i);
      }
    }
    double[] out = new double[length * posterior.labelCount() + 1];
    Arrays.fill(out, Double.NaN);
    int[] startsBefore = starts.clone();
    int[] featuresBefore = features.clone();
    posterior.unaryMean(starts, features, values, length, out);
    assertThat(starts).isEqualTo(startsBefore);
    assertThat(features).isEqualTo(featuresBefore);
    assertThat(out[out.length - 1]).isNaN();
    double[] ofRows = new double[out.length - 1];
    posterior.unaryMean(x, from, length, ofRows);
    assertThat(ofRows).isEqualTo(Arrays.copyOf(out, ofRows.length));
    return ofRows;
  }

  @Test
  default void shapesAgree() {
    Posterior posterior = posterior(1);
    int v = posterior.labelCount();
    assertThat(v).isPositive();
    assertThat(posterior.featureCount()).isPositive();
    assertThat(posterior.pairwiseMean()).hasSize(v * v).isSameAs(posterior.pairwiseMean());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5})
  default void meansOfTokensDoNotDependOnTheirSentence(int length) {
    for (int seed = 1; seed < 5; seed++) {
      Posterior posterior = posterior(seed);
      SparseRows x = rows(posterior, seed, length + 2);
      double[] all = mean(posterior, x, 1, length);
      int v = posterior.labelCount();
      for (int t = 0; t < length; t++) {
        assertThat(mean(posterior, x, 1 + t, 1))
            .isEqualTo(Arrays.copyOfRange(all, t * v, (t + 1) * v));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  default void withACovarianceTheMeanIsThatOfTheDistribution(boolean withResidual) {
    for (int seed = 1; seed < 5; seed++) {
      Posterior posterior = posterior(seed);
      SparseRows x = rows(posterior, seed, 6);
      if (!posterior.hasCovariance()) {
        assertThatThrownBy(() -> posterior.latent(x, 0, 1, withResidual))
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("only a mean");
        continue;
      }
      LatentGaussian latent = posterior.latent(x, 1, 4, withResidual);
      assertThat(latent.length()).isEqualTo(4);
      assertThat(latent.labelCount()).isEqualTo(posterior.labelCount());
      assertThat(latent.pairwiseMean()).isEqualTo(posterior.pairwiseMean());
      assertThat(latent.unaryMean()).hasSize(4 * posterior.labelCount());
      assertClose("E[f]", latent.unaryMean(), mean(posterior, x, 1, 4), ALGEBRA);
    }
  }

  @Test
  default void samplesLieAroundTheMean() {
    Posterior posterior = posterior(3);
    if (!posterior.hasCovariance()) {
      return;
    }
    int count = 4000;
    int v = posterior.labelCount();
    LatentGaussian latent = posterior.latent(rows(posterior, 3, 3), 0, 3, true);
    LatentSamples samples = latent.draw(RandomSource.XO_SHI_RO_256_PP.create(1L), count);
    assertThat(samples.count()).isEqualTo(count);
    for (int i = 0; i < 3 * v; i++) {
      checkMean(samples.unary(), i);
    }
    for (int i = 0; i < v * v; i++) {
      checkMean(samples.pairwise(), i);
    }
    assertThat(latent.draw(RandomSource.XO_SHI_RO_256_PP.create(1L), count).unary())
        .isDeepEqualTo(samples.unary());
  }

  private static void checkMean(float[][] deviations, int number) {
    double[] values =
        IntStream.range(0, deviations.length).mapToDouble(s -> deviations[s][number]).toArray();
    double squares = Arrays.stream(values).map(value -> value * value).sum();
    double error = Math.sqrt(squares) / values.length;
    assertThat(Arrays.stream(values).average().orElseThrow())
        .isCloseTo(0, within(STANDARD_ERRORS * error + 1e-9));
  }
}
