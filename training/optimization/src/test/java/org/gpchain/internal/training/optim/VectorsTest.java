package org.gpchain.internal.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import org.gpchain.core.Draws;
import org.gpchain.internal.core.math.Parallel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests vectors of different lengths, also near multiples of the block size of threads. */
class VectorsTest {
  private static final int BLOCK = 1 << 13;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 4, 5, BLOCK - 1, BLOCK, BLOCK + 1, 13 * BLOCK + 7})
  void operationsAreCorrectOnAnyNumberOfThreads(int length) {
    Draws draws = new Draws(length);
    double[] x = draws.normals(length, 1);
    double[] y = draws.normals(length, 1);
    double[] sum = new double[length];
    double[] scaled = new double[length];
    double dot = 0;
    for (int i = 0; i < length; i++) {
      dot += x[i] * y[i];
      sum[i] = x[i] + 3 * y[i];
      scaled[i] = -2 * x[i];
    }

    double first = Double.NaN;
    for (int threads : new int[] {1, 2, 5}) {
      try (Parallel parallel = new Parallel(threads)) {
        Vectors vectors = new Vectors(parallel);
        double actual = vectors.dot(x, y);
        first = threads == 1 ? actual : first;

        assertThat(actual).isEqualTo(first);
        assertClose("dot", actual, dot, ROUNDING);
        assertThat(vectors.norm(x)).isEqualTo(Math.sqrt(vectors.dot(x, x)));

        double[] out = new double[length];
        vectors.sum(x, 3, y, out);

        assertThat(out).isEqualTo(sum);
        vectors.scale(-2, x, out);

        assertThat(out).isEqualTo(scaled);
        double[] added = x.clone();
        double addedDot = vectors.addAndDot(added, 3, y, x);

        assertThat(added).isEqualTo(sum);
        assertThat(addedDot).isEqualTo(vectors.dot(added, x));
      }
    }
  }

  @Test
  void vectorsWithANumberThatIsNotFiniteAreDetected() {
    for (int i = 0; i < 6; i++) {
      for (double bad : new double[] {Double.NaN, Double.NEGATIVE_INFINITY, 1e200}) {
        double[] x = {1, -2, 0, 1e150, 5, 6};
        assertThat(Vectors.isFinite(x)).isTrue();
        x[i] = bad;
        assertThat(Vectors.isFinite(x)).isFalse();
      }
    }
  }
}
