package org.gpchain.internal.training.inducing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.assertExpected;

import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.training.inducing.KMeans.Seeding;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tests that seeds are drawn with probabilities proportional to squared distances. */
class KMeansSeedingTest {
  @AutoClose private final Parallel parallel = new Parallel(1);

  private int[] draw(DistinctRows points, int count, long seed) {
    return Seeding.draw(points, count, RandomSource.XO_SHI_RO_256_PP.create(seed), parallel);
  }

  /** Returns points with multiplicities and small squared distances. */
  private static DistinctRows points() {
    return DistinctRows.of(
        ClusterCase.rows(
            3, new int[] {0}, new int[] {1}, new int[] {2, 2}, new int[] {1}, new int[] {1}));
  }

  @Test
  void pairsAreDrawnInProportionToTheirDistances() {
    DistinctRows points = points();
    int[][] x = ClusterCase.dense(points.rows());
    int draws = 20_000;
    double[][] frequency = new double[3][3];

    for (int seed = 0; seed < draws; seed++) {
      int[] pair = draw(points, 2, seed);
      frequency[pair[0]][pair[1]] += 1.0 / draws;
    }

    int[] times = points.multiplicity();
    for (int a = 0; a < 3; a++) {
      int[] from = x[a];
      double total =
          IntStream.range(0, 3).mapToDouble(b -> times[b] * squaredDistance(from, x[b])).sum();
      for (int b = 0; b < 3; b++) {
        double expected = times[a] / 5.0 * times[b] * squaredDistance(x[a], x[b]) / total;
        double error = Math.sqrt(expected * (1 - expected) / draws);
        assertExpected(a + " then " + b, frequency[a][b], expected, error);
      }
    }
  }

  private static double squaredDistance(int[] a, int[] b) {
    return IntStream.range(0, a.length).map(d -> (a[d] - b[d]) * (a[d] - b[d])).sum();
  }

  @Test
  void drawsNoPointTwice() {
    for (int seed = 0; seed < 50; seed++) {
      DistinctRows points = DistinctRows.of(ClusterCase.random(new Draws(seed), 60, 6, 4));
      for (int count : new int[] {0, 1, points.count() / 2, points.count()}) {
        assertThat(draw(points, count, seed)).hasSize(count).doesNotHaveDuplicates();
      }
    }
  }
}
