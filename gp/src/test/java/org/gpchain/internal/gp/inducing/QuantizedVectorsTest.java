package org.gpchain.internal.gp.inducing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.math.DenseColumns;
import org.gpchain.internal.core.math.SparseRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuantizedVectorsTest {
  @ParameterizedTest
  @ValueSource(doubles = {1e-20, 0.01, 1, 3, 1e20})
  void quantizedVectorsAreNearAndStayTheSame(double scale) {
    float[] vectors = new Draws(1).floats(50 * 7, scale);
    float[] quantized = QuantizedVectors.of(7, vectors).values();
    for (int n = 0; n < 50; n++) {
      double largest = 0;
      for (int i = 7 * n; i < 7 * (n + 1); i++) {
        largest = Math.max(largest, Math.abs(vectors[i]));
      }
      for (int i = 7 * n; i < 7 * (n + 1); i++) {
        assertThat((double) quantized[i]).isCloseTo(vectors[i], within(largest / 126));
      }
    }
    assertThat(QuantizedVectors.of(7, quantized).values()).containsExactly(quantized);
  }

  @Test
  void edgesOfTheRangeStayTheSame() {
    float[] vectors = {127, -127, 127.001f, 0, 0, 0, 63.5f, 63.5f, 1, Float.MIN_VALUE, 0, 0};
    float[] quantized = QuantizedVectors.of(3, vectors).values();
    assertThat(QuantizedVectors.of(3, quantized).values()).containsExactly(quantized);
    assertThat(Arrays.copyOf(quantized, 6)).containsExactly(128, -128, 128, 0, 0, 0);
  }

  @Test
  void hugeVectorsAreRefused() {
    assertRefused(
        () -> new QuantizedVectors(2, new byte[2], new byte[] {93}), "exponent", "92", "93");
    assertRefused(() -> new QuantizedVectors(2, new byte[3], new byte[1]), "components");
  }

  @Test
  void inducingPointsKeepOnlyTheirVectors() {
    SparseRows sparse = SparseRows.of(2, new int[] {0, 1, 1, 2, 2}, new int[] {0, 1});
    float[] vectors = {1, 2, 3, 4, 5, 6, 7, 8};
    int none = DenseColumns.NONE;
    int[] vectorOf = {none, 0, 0, 1, 1, 2, 2, 3};
    SparseRows rows = sparse.withDense(new DenseColumns(2, 2, vectors, vectorOf));

    SparseRows points = InducingPoints.of(rows, new int[] {0, 2});
    assertThat(points.dense().vectors()).containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(points.dense().row(0)).containsExactly(0, 1, 0, 2);
    assertThat(points.dense().row(1)).containsExactly(3, 5, 4, 6);
    assertThat(points.start(2)).isEqualTo(2);
    assertThat(InducingPoints.of(sparse, new int[] {0, 2}).dense()).isNull();
  }
}
