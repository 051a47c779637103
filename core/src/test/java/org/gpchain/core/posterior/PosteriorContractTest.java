package org.gpchain.core.posterior;

import java.util.List;
import org.gpchain.core.Draws;
import org.junit.jupiter.api.Nested;

/** Every posterior is held to the contract. */
class PosteriorContractTest {
  private static DecoupledPosterior decoupled(long seed, boolean withCovariance) {
    int v = 1 + (int) seed % 3;
    PosteriorCase parts = PosteriorCase.of(seed, 4, v, 1, false);
    Draws draws = new Draws(seed);
    float[] weights = new float[PosteriorCase.FEATURES * v];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = (float) draws.between(-2.0, 2.0);
    }
    double[] variance = new double[v * v];
    for (int i = 0; i < variance.length; i++) {
      variance[i] = draws.between(0.1, 2.0);
    }
    return new DecoupledPosterior(
        v, weights, draws.normals(v * v, 1), variance, withCovariance ? parts.covariance() : null);
  }

  /** Two components, diagonal or not, coordinates rotated or not. */
  private static SparsePosterior mixture(long seed) {
    return SparseCase.of(seed, 1, 4, 1 + (int) seed % 3, seed % 2 == 0, seed % 3 == 0).posterior();
  }

  @Nested
  class PlugIn implements PosteriorContract {
    @Override
    public DecoupledPosterior posterior(long seed) {
      return decoupled(seed, false);
    }
  }

  @Nested
  class Decoupled implements PosteriorContract {
    @Override
    public DecoupledPosterior posterior(long seed) {
      return decoupled(seed, true);
    }
  }

  @Nested
  class Sampled implements PosteriorContract {
    @Override
    public SampledPosterior posterior(long seed) {
      return SampledPosteriorTest.posterior(seed, 8);
    }
  }

  @Nested
  class Mixture implements PosteriorContract {
    @Override
    public SparsePosterior posterior(long seed) {
      return mixture(seed);
    }
  }

  @Nested
  class OneComponent implements PosteriorContract {
    @Override
    public SparsePosterior posterior(long seed) {
      SparsePosterior mixture = mixture(seed);
      return new SparsePosterior(
          mixture.labelCount(),
          mixture.projection(),
          new double[] {1},
          List.of(mixture.components().get(0)),
          mixture.pairwise());
    }
  }

  @Nested
  class MeanOfMixture implements PosteriorContract {
    @Override
    public SparseMean posterior(long seed) {
      return mixture(seed).plugIn();
    }
  }
}
