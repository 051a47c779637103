package org.gpchain.internal.training.inducing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.training.LearningException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests clusters of rows and their medoids. */
class KMeansTest {
  @AutoClose private final Parallel parallel = new Parallel(1);

  private KMeans.Clusters cluster(SparseRows rows, int count, long seed) {
    return KMeans.cluster(rows, count, KMeans.DEFAULT_ITERATIONS, seed, parallel);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void findsTwoClusters(long seed) {
    SparseRows rows =
        ClusterCase.rows(
            9,
            new int[] {0, 1, 2, 3},
            new int[] {5, 6, 7},
            new int[] {2, 1, 0},
            new int[] {5, 6, 8, 7},
            new int[] {0, 1, 2, 4},
            new int[] {7, 6, 5});
    KMeans.Clusters clusters = cluster(rows, 2, seed);

    assertThat(clusters.count()).isEqualTo(2);
    assertThat(clusters.assignment()).containsExactly(1, 0, 1, 0, 1, 0);
    assertThat(clusters.medoid()).containsExactly(1, 2);
  }

  private static double squaredError(int[][] x, int[] assignment) {
    return IntStream.range(0, x.length)
        .mapToDouble(row -> squaredDistance(x[row], mean(x, assignment, assignment[row])))
        .sum();
  }

  private static double[] mean(int[][] x, int[] assignment, int cluster) {
    double[] mean = new double[x[0].length];
    int[] members =
        IntStream.range(0, x.length).filter(row -> assignment[row] == cluster).toArray();
    for (int row : members) {
      for (int d = 0; d < mean.length; d++) {
        mean[d] += (double) x[row][d] / members.length;
      }
    }
    return mean;
  }

  private static double squaredDistance(int[] x, double[] mean) {
    return IntStream.range(0, x.length).mapToDouble(d -> (x[d] - mean[d]) * (x[d] - mean[d])).sum();
  }

  @Test
  void medoidsAreTheMembersNearestToTheMean() {
    for (int seed = 0; seed < 40; seed++) {
      Draws draws = new Draws(seed);
      SparseRows rows = ClusterCase.random(draws, 60, 8, 5);
      int[][] x = ClusterCase.dense(rows);
      KMeans.Clusters clusters = cluster(rows, 1 + draws.index(20), seed);
      assertThat(clusters.medoid()).isSorted();
      for (int c = 0; c < clusters.count(); c++) {
        int medoid = clusters.medoid()[c];
        double[] mean = mean(x, clusters.assignment(), c);
        double least = squaredDistance(x[medoid], mean);
        assertThat(clusters.assignment()[medoid]).isEqualTo(c);
        for (int row = 0; row < x.length; row++) {
          if (clusters.assignment()[row] == c) {
            double margin = row < medoid ? ALGEBRA : -ALGEBRA;
            assertThat(squaredDistance(x[row], mean) - least).isGreaterThanOrEqualTo(margin);
          }
        }
      }
    }
  }

  @Test
  void emptyRowsAreInNoCluster() {
    SparseRows rows =
        ClusterCase.rows(2, new int[0], new int[] {0}, new int[0], new int[] {1}, new int[0]);
    KMeans.Clusters clusters = cluster(rows, 2, 1);
    assertThat(clusters.assignment()).containsExactly(-1, 0, -1, 1, -1);
    assertThat(clusters.medoid()).containsExactly(1, 3);
  }

  @Test
  void thereIsNoClusterWithoutEntries() {
    KMeans.Clusters clusters = cluster(ClusterCase.rows(2, new int[0], new int[0]), 3, 1);
    assertThat(clusters.count()).isZero();
    assertThat(clusters.assignment()).containsExactly(-1, -1);
    assertThat(cluster(ClusterCase.rows(2), 3, 1).assignment()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 6, 100})
  void thereAreNoMoreClustersThanDistinctRows(int count) {
    int[][] lists = new int[30][];
    Arrays.setAll(lists, row -> new int[] {row % 5, 5 + row % 5});
    KMeans.Clusters clusters = cluster(ClusterCase.rows(10, lists), count, 1);
    assertThat(clusters.medoid()).containsExactly(0, 1, 2, 3, 4);
    assertThat(clusters.assignment())
        .isEqualTo(IntStream.range(0, 30).map(row -> row % 5).toArray());
  }

  @Test
  void dependsOnTheSeedButNotOnThreads() {
    SparseRows rows = ClusterCase.random(new Draws(5), 1500, 40, 8);
    KMeans.Clusters one = cluster(rows, 60, 1);
    for (int threads : new int[] {1, 2, 5}) {
      try (Parallel workers = new Parallel(threads)) {
        KMeans.Clusters many = KMeans.cluster(rows, 60, KMeans.DEFAULT_ITERATIONS, 1, workers);
        assertThat(many).usingRecursiveComparison().isEqualTo(one);
      }
    }
    assertThat(cluster(rows, 60, 2).medoid()).isNotEqualTo(one.medoid());
  }

  @Test
  void allowsASingleIteration() {
    SparseRows rows = ClusterCase.random(new Draws(6), 300, 10, 6);
    KMeans.Clusters once = KMeans.cluster(rows, 20, 1, 1, parallel);
    assertThat(once.count()).isEqualTo(20);
    int[][] x = ClusterCase.dense(rows);
    assertThat(squaredError(x, withoutEmpty(once.assignment())))
        .isGreaterThan(squaredError(x, withoutEmpty(cluster(rows, 20, 1).assignment())));
  }

  /** Assigns empty rows to a separate cluster, which does not change the error. */
  private static int[] withoutEmpty(int[] assignment) {
    return Arrays.stream(assignment).map(c -> c < 0 ? 1000 : c).toArray();
  }

  @Test
  void labelFractionsMatchValuesComputedByHand() {
    int[] assignment = {0, 1, -1, 1, 1, 0, 1};
    int[] labels = {2, 0, 1, 0, 1, 2, 2};
    assertThat(KMeans.labelFractions(assignment, 3, labels, 3))
        .containsExactly(0, 0, 1, 0.5, 0.25, 0.25, 0, 0, 0);
  }

  @Test
  void rejectsInconsistentArguments() {
    SparseRows rows = ClusterCase.rows(1, new int[] {0});

    assertRefused(() -> KMeans.cluster(rows, 0, 20, 1, parallel), "clusterCount");
    assertRefused(() -> KMeans.cluster(rows, 1, 0, 1, parallel), "maxIterations");
    assertRefused(() -> KMeans.labelFractions(new int[2], 1, new int[3], 1), "labels");
    assertFails(
        IndexOutOfBoundsException.class,
        () -> KMeans.labelFractions(new int[] {1}, 1, new int[1], 1),
        "cluster");
    assertFails(
        IndexOutOfBoundsException.class,
        () -> KMeans.labelFractions(new int[1], 1, new int[] {1}, 1),
        "label");
  }

  @Test
  void rejectsRowsWithValues() {
    SparseRows rows = SparseRows.of(1, new int[] {0, 1}, new int[1], new float[] {0.5f});
    assertFails(LearningException.class, () -> cluster(rows, 1, 1), "several values with weights");
  }
}
