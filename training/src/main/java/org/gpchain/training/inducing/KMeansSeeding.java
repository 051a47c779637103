package org.gpchain.training.inducing;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.SparseRows;

/**
 * The choice of the first centroids: each is a row drawn with a probability proportional to its
 * squared distance to the nearest one drawn before (k-means++, Arthur and Vassilvitskii 2007).
 * Squared distances of rows of counts are integers, and so all sums here are exact.
 */
final class KMeansSeeding {
  private static final int BLOCK_SIZE = 512;

  private final DistinctRows points;
  private final Parallel parallel;
  private final double[] distance;
  private final int[] seedCounts;

  private KMeansSeeding(DistinctRows points, Parallel parallel) {
    this.points = points;
    this.parallel = parallel;
    this.distance = new double[points.count()];
    this.seedCounts = new int[points.rows().columnCount()];
    // Before the first draw all are equally far, and no two rows are farther apart than that:
    // ‖x − y‖² ≤ ‖x‖² + ‖y‖², because counts have no negative products.
    int largestNorm = Arrays.stream(points.squaredNorm()).max().orElse(0);
    Arrays.fill(distance, 2.0 * largestNorm);
  }

  /**
   * Draws seeds.
   *
   * @param points to draw from
   * @param count number of seeds, at most that of the points
   * @param rng source of randomness
   * @param parallel runs the loops
   * @return {@code [count]} numbers of points, none twice, in the order of the draws
   */
  static int[] draw(DistinctRows points, int count, UniformRandomProvider rng, Parallel parallel) {
    KMeansSeeding seeding = new KMeansSeeding(points, parallel);
    int[] seeds = new int[count];
    for (int i = 0; i < count; i++) {
      seeds[i] = seeding.next(rng);
      seeding.approach(seeds[i]);
    }
    return seeds;
  }

  private int next(UniformRandomProvider rng) {
    double total = 0;
    for (int point = 0; point < distance.length; point++) {
      total += weight(point);
    }
    double threshold = rng.nextDouble() * total;
    int point = 0;
    double sum = weight(0);
    while (sum <= threshold) {
      sum += weight(++point);
    }
    return point;
  }

  private double weight(int point) {
    return points.multiplicity()[point] * distance[point];
  }

  /** Shortens the distances: {@code min(d, ‖x − s‖²)} with the new seed s. */
  private void approach(int seed) {
    SparseRows rows = points.rows();
    for (int i = rows.start(seed); i < rows.start(seed + 1); i++) {
      seedCounts[rows.column(i)]++;
    }
    int[] norm = points.squaredNorm();
    parallel.loop(
        points.count(),
        BLOCK_SIZE,
        (worker, from, to) -> {
          for (int point = from; point < to; point++) {
            int product = 0;
            for (int i = rows.start(point); i < rows.start(point + 1); i++) {
              product += seedCounts[rows.column(i)];
            }
            distance[point] = Math.min(distance[point], norm[point] + norm[seed] - 2.0 * product);
          }
        });
    for (int i = rows.start(seed); i < rows.start(seed + 1); i++) {
      seedCounts[rows.column(i)] = 0;
    }
  }
}
