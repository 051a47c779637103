package org.gpchain.core.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.Draws;
import org.gpchain.core.kernel.RandomRows;
import org.gpchain.core.math.SparseRows;
import org.junit.jupiter.api.Test;

class SampledPosteriorTest {
  private static final int FEATURES = 12;

  static SampledPosterior posterior(long seed, int samples) {
    int v = 1 + (int) seed % 3;
    Draws draws = new Draws(seed);
    List<float[]> weights = new ArrayList<>();
    List<double[]> pairwise = new ArrayList<>();
    for (int s = 0; s < samples; s++) {
      weights.add(draws.floats(FEATURES * v, 1));
      pairwise.add(draws.normals(v * v, 1));
    }
    return SampledPosterior.of(v, weights, pairwise);
  }

  @Test
  void fewerAreThinnedAndMoreAreRepeated() {
    SampledPosterior posterior = posterior(1, 6);
    SparseRows x = RandomRows.rows(new Draws(1), 1, FEATURES, 3);
    LatentGaussian latent = posterior.latent(x, 0, 1, false);
    float[][] all = latent.draw(RandomSource.XO_SHI_RO_256_PP.create(1L), 6).unary();
    float[][] three = latent.draw(RandomSource.XO_SHI_RO_256_PP.create(1L), 3).unary();
    float[][] twelve = latent.draw(RandomSource.XO_SHI_RO_256_PP.create(1L), 12).unary();
    assertThat(three).isDeepEqualTo(new float[][] {all[1], all[3], all[5]});
    for (int i = 0; i < 12; i++) {
      assertThat(twelve[i]).isEqualTo(all[i / 2]);
    }
  }

  @Test
  void samplesOfOtherShapesAreRefused() {
    assertRefused(() -> SampledPosterior.of(1, List.of(), List.of()));
    assertRefused(
        () -> new SampledPosterior(posterior(1, 1).mean(), List.of(posterior(2, 1).mean())));
  }

  @Test
  void eachSampleIsDrawnOnceIfAllAreWanted() {
    SampledPosterior posterior = posterior(2, 5);
    SparseRows x = RandomRows.rows(new Draws(1), 4, FEATURES, 3);
    LatentGaussian latent = posterior.latent(x, 1, 2, false);
    LatentSamples drawn = latent.draw(RandomSource.XO_SHI_RO_256_PP.create(1L), 5);
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
