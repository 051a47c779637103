package org.gpchain.internal.training.inducing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.math.DenseColumns;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.training.inducing.KMeans.Clusters;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests k-means clustering of rows with vectors, whose other columns do not count. */
class VectorClustersTest {
  @AutoClose private final Parallel parallel = new Parallel(1);

  /** Returns rows with one vector each. */
  private static SparseRows rows(int dimension, float... vectors) {
    int count = vectors.length / dimension;
    int[] numbers = IntStream.range(0, count).toArray();
    return SparseRows.of(3, new int[count + 1], new int[0])
        .withDense(new DenseColumns(dimension, 1, vectors, numbers));
  }

  private Clusters cluster(SparseRows rows, int count, int iterations) {
    return KMeans.cluster(rows, count, iterations, 1, parallel);
  }

  @Test
  void separateGroupsAreClusters() {
    SparseRows rows = rows(2, 0, 0, 9, 9, 1, 0, 9, 8, 0, 1, -9, 9);
    Clusters clusters = cluster(rows, 3, 20);
    assertThat(clusters.medoid()).containsExactly(0, 1, 5);
    assertThat(clusters.assignment()).containsExactly(0, 1, 0, 1, 0, 2);
  }

  @Test
  void distinctRowsAreClustersIfThereAreFew() {
    Clusters clusters = cluster(rows(1, 4, 2, 4, 2, 2, 7), 6, 1);
    assertThat(clusters.medoid()).containsExactly(0, 1, 5);
    assertThat(clusters.assignment()).containsExactly(0, 1, 0, 1, 1, 2);
  }

  @Test
  void rowsWithoutVectorsAreOneCluster() {
    assertThat(cluster(rows(2, new float[8]), 3, 5).medoid()).containsExactly(0);
    assertThat(cluster(rows(2, 3, 4), 3, 5).assignment()).containsExactly(0);
  }

  /** Each row is nearer to the mean of its cluster than to any other mean. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 20})
  void rowsAreInTheClusterOfTheNearestMean(int count) {
    float[] vectors = new Draws(count).floats(150 * 3, 1);
    Clusters clusters = cluster(rows(3, vectors), count, 1000);
    assertThat(clusters.count()).isEqualTo(count);

    double[][] means = new double[count][3];
    int[] sizes = new int[count];
    for (int row = 0; row < 150; row++) {
      sizes[clusters.assignment()[row]]++;
    }
    for (int i = 0; i < vectors.length; i++) {
      int cluster = clusters.assignment()[i / 3];
      means[cluster][i % 3] += vectors[i] / sizes[cluster];
    }
    for (int row = 0; row < 150; row++) {
      double[] distances = new double[count];
      for (int k = 0; k < count; k++) {
        for (int e = 0; e < 3; e++) {
          distances[k] += Math.pow(vectors[row * 3 + e] - means[k][e], 2);
        }
      }
      double least = Arrays.stream(distances).min().orElseThrow();
      assertThat(distances[clusters.assignment()[row]]).isLessThan(least + 1e-9);
    }
  }

  @Test
  void doesNotDependOnTheNumberOfThreads() {
    SparseRows rows = rows(4, new Draws(3).floats(500 * 4, 1));
    Clusters expected = cluster(rows, 30, 5);
    try (Parallel three = new Parallel(3)) {
      Clusters actual = KMeans.cluster(rows, 30, 5, 1, three);
      assertThat(actual.medoid()).containsExactly(expected.medoid());
      assertThat(actual.assignment()).containsExactly(expected.assignment());
    }
  }
}
