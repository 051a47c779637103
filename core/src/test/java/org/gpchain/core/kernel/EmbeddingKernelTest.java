package org.gpchain.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import org.gpchain.core.math.SparseRows;
import org.junit.jupiter.api.Test;

class EmbeddingKernelTest {
  private static final float[] VECTORS = {1, 2, -3, 0.5f};

  /** Feature 0 has the vector (1, 2), feature 2 the vector (−3, 0.5), feature 1 none. */
  private static final int[] VECTOR_OF = {0, -1, 1};

  private static final SparseRows ROWS =
      SparseRows.of(3, new int[] {0, 2, 3, 4, 6}, new int[] {0, 1, 2, 1, 0, 2});

  @Test
  void isTheInnerProductOfTheVectors() {
    EmbeddingKernel kernel = new EmbeddingKernel(VECTOR_OF, VECTORS, 2, 0.5);
    double[] out = new double[4];
    kernel.against(ROWS).of(ROWS, 0, out, 0, 1);
    assertThat(out).containsExactly(0.5 * 5, 0.5 * -2, 0, 0.5 * 3);
    assertThat(kernel.variance(ROWS, 3)).isEqualTo(0.5 * (4 + 6.25));
    assertThat(kernel.variance(ROWS, 2)).isZero();
  }

  @Test
  void valuesWeightTheVectors() {
    EmbeddingKernel kernel = new EmbeddingKernel(VECTOR_OF, VECTORS, 2, 0.5);
    SparseRows weighted =
        SparseRows.of(3, new int[] {0, 2}, new int[] {0, 2}, new float[] {0.5f, 0.25f});
    // (0.5, 1) + (−0.75, 0.125).
    assertThat(kernel.variance(weighted, 0)).isEqualTo(0.5 * (0.0625 + 1.265625));
    double[] out = new double[1];
    kernel.against(weighted).of(ROWS, 0, out, 0, 1);
    assertThat(out[0]).isEqualTo(0.5 * (-0.25 + 2 * 1.125));
  }

  @Test
  void anRbfOfASumIsThatOfTheVectorsSideBySide() {
    Kernel first = new EmbeddingKernel(VECTOR_OF, VECTORS, 2, 1);
    Kernel second = new EmbeddingKernel(new int[] {-1, 0, -1}, new float[] {4}, 1, 1);
    Kernel window = new ComposedKernel(new SumKernel(first, second), 1, new Rbf(2));
    double[] out = new double[4];
    window.against(ROWS).of(ROWS, 1, out, 0, 1);
    // (1, 2, 4) from (−3, 0.5, 0).
    assertClose("k", out[0], Math.exp(-(16 + 2.25 + 16) / 8), ROUNDING);
  }

  @Test
  void refusesWrongVectors() {
    assertRefused(
        () -> new EmbeddingKernel(VECTOR_OF, VECTORS, 3, 1), "vectors must have length 3");
    assertFails(
        IndexOutOfBoundsException.class,
        () -> new EmbeddingKernel(VECTOR_OF, VECTORS, 4, 1),
        "vector of feature 2");
    assertFails(
        IndexOutOfBoundsException.class,
        () -> new EmbeddingKernel(new int[] {-2}, VECTORS, 2, 1),
        "vector of feature 0");
    assertRefused(() -> new EmbeddingKernel(VECTOR_OF, VECTORS, 0, 1), "dimension");
    assertRefused(() -> new EmbeddingKernel(VECTOR_OF, VECTORS, 2, Double.NaN), "variance");
    assertRefused(
        () -> new EmbeddingKernel(new int[] {0}, new float[] {1, Float.NaN}, 1, 1),
        "vector 1 has NaN");
  }
}
