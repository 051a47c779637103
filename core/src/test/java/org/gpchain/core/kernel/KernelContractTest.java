package org.gpchain.core.kernel;

import org.gpchain.core.Draws;
import org.junit.jupiter.api.Nested;

/** Every kernel is held to the contract. */
class KernelContractTest {
  private static AdditiveLinearKernel linear(long seed) {
    return RandomRows.of(seed, 1, KernelContract.FEATURES, 1).kernel();
  }

  private static EmbeddingKernel embedding(long seed) {
    Draws draws = new Draws(seed);
    float[] vectors = new float[4 * 3];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = (float) draws.between(-1.0, 1.0);
    }
    int[] vectorOf = draws.indices(KernelContract.FEATURES, 5);
    for (int d = 0; d < vectorOf.length; d++) {
      vectorOf[d]--;
    }
    return EmbeddingKernel.of(vectorOf, vectors, 3, draws.between(0.2, 2.0));
  }

  @Nested
  class AdditiveLinear implements KernelContract {
    @Override
    public AdditiveLinearKernel kernel(long seed) {
      return linear(seed);
    }
  }

  @Nested
  class Embedding implements KernelContract {
    @Override
    public EmbeddingKernel kernel(long seed) {
      return embedding(seed);
    }
  }

  @Nested
  class RbfOfLinear implements KernelContract {
    @Override
    public ComposedKernel kernel(long seed) {
      return ComposedKernel.of(linear(seed), 0.7, new Rbf(1.3));
    }
  }

  @Nested
  class RbfOfWindow implements KernelContract {
    @Override
    public ComposedKernel kernel(long seed) {
      return ComposedKernel.of(SumKernel.of(embedding(seed), embedding(seed + 1)), 2, new Rbf(0.9));
    }
  }

  @Nested
  class CosineOfLinear implements KernelContract {
    @Override
    public ComposedKernel kernel(long seed) {
      return ComposedKernel.of(linear(seed), 1.4, new CosinePolynomial(0.6, 1 + (int) seed % 3));
    }
  }

  @Nested
  class CosineOfEmbedding implements KernelContract {
    @Override
    public ComposedKernel kernel(long seed) {
      return ComposedKernel.of(embedding(seed), 1, new CosinePolynomial(1, 3));
    }
  }

  @Nested
  class Sum implements KernelContract {
    @Override
    public SumKernel kernel(long seed) {
      return SumKernel.of(
          linear(seed), ComposedKernel.of(linear(seed), 0.5, new Rbf(2)), embedding(seed));
    }
  }

  @Nested
  class SumOfOne implements KernelContract {
    @Override
    public SumKernel kernel(long seed) {
      return SumKernel.of(embedding(seed));
    }
  }
}
