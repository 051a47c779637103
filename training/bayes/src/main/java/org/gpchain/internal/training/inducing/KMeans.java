package org.gpchain.internal.training.inducing;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.likelihood.PartialLabels;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.training.LearningException;

/**
 * k-means clustering of sparse rows by Euclidean distance: k-means++ seeds (Arthur and
 * Vassilvitskii 2007), then Lloyd's iteration. Identical rows are one point with a weight, which
 * changes no mean and no sum of squares. The largest array is that of the centroids, {@code [D×k]}.
 */
public final class KMeans {
  /** The usual maximum number of iterations. */
  public static final int DEFAULT_ITERATIONS = 20;

  private KMeans() {}

  /**
   * Clusters of rows, numbered in the order of their medoids.
   *
   * @param assignment {@code [rows]}: the cluster of each row; -1 for a row without entries, which
   *     belongs to none
   * @param medoid {@code [k]}: for each cluster the row of it that is nearest to the mean, the
   *     lowest of equals; ascending, and no two rows are identical
   */
  public record Clusters(int[] assignment, int[] medoid) {
    public int count() {
      return medoid.length;
    }
  }

  /**
   * Clusters the rows of a matrix. No cluster is empty; where a row is equally near to several
   * means, the one that was seeded first takes it.
   *
   * @param rows all rows, of counts: sums are exact because they are integers; rows without entries
   *     are left out
   * @param clusterCount number of clusters k ≥ 1; as many as there are distinct rows come back if
   *     these are fewer, none if no row has an entry
   * @param maxIterations maximum number of iterations, at least 1
   * @param seed of the choice of the first means
   * @param parallel runs the loops; the result does not depend on its number of threads
   * @throws LearningException if rows have values
   * @throws ArithmeticException if the centroids do not fit in one array, {@code D·k > 2³¹ − 1}
   */
  public static Clusters cluster(
      SparseRows rows, int clusterCount, int maxIterations, long seed, Parallel parallel) {
    Checks.atLeast("clusterCount", clusterCount, 1);
    Checks.atLeast("maxIterations", maxIterations, 1);
    checkCounts(rows);
    DistinctRows points = DistinctRows.of(rows);
    int[] seeds =
        Seeding.draw(
            points,
            Math.min(clusterCount, points.count()),
            RandomSource.XO_SHI_RO_256_PP.create(seed),
            parallel);
    LloydIteration lloyd = new LloydIteration(points, seeds, parallel);
    int steps = 0;
    while (steps < maxIterations && lloyd.step()) {
      steps++;
    }
    return inOrderOfMedoids(points, lloyd.assignment, lloyd.medoids());
  }

  /**
   * Checks that rows can be clustered, and be inducing points: model files keep no values of these.
   *
   * @throws LearningException if rows have values
   */
  public static void checkCounts(SparseRows rows) {
    if (rows.isWeighted()) {
      throw new LearningException(
          "there are no inducing points for columns whose cells hold several values with weights;"
              + " learn the most probable mean instead, without inducing points, or give columns"
              + " with one value in each cell");
    }
  }

  /** Numbers the clusters anew, and says rows instead of points. */
  private static Clusters inOrderOfMedoids(DistinctRows points, int[] clusterOf, int[] medoid) {
    int[] sorted = medoid.clone();
    Arrays.sort(sorted);
    int[] assignment = new int[points.numberOf().length];
    for (int row = 0; row < assignment.length; row++) {
      int point = points.numberOf()[row];
      assignment[row] = point < 0 ? -1 : Arrays.binarySearch(sorted, medoid[clusterOf[point]]);
    }
    return new Clusters(
        assignment, IntStream.of(sorted).map(point -> points.firstRow()[point]).toArray());
  }

  /**
   * The initial means of inducing points (supplement, §6.1): which fraction of the rows of each
   * cluster has each label.
   *
   * @param assignment {@code [rows]}, -1 for rows that do not count; not modified
   * @param clusterCount number of clusters k
   * @param labels label of each row, {@code [rows]}, or a number below zero if it is not known:
   *     then the row does not count; not modified
   * @param labelCount number of labels V
   * @return {@code [k×V]} row-major; zeros for a cluster without rows
   */
  public static double[] labelFractions(
      int[] assignment, int clusterCount, int[] labels, int labelCount) {
    Checks.length("labels", labels.length, assignment.length, "[rows]");
    double[] fractions = new double[Math.multiplyExact(clusterCount, labelCount)];
    int[] sizes = new int[clusterCount];
    for (int row = 0; row < assignment.length; row++) {
      if (assignment[row] >= 0 && !PartialLabels.isUnknown(labels[row])) {
        int cluster = Checks.index("cluster", assignment[row], clusterCount);
        sizes[cluster]++;
        fractions[cluster * labelCount + Checks.index("label", labels[row], labelCount)]++;
      }
    }
    for (int i = 0; i < fractions.length; i++) {
      fractions[i] /= Math.max(1, sizes[i / labelCount]);
    }
    return fractions;
  }

  /**
   * The choice of the first centroids: each is a row drawn with a probability proportional to its
   * squared distance to the nearest one drawn before (k-means++, Arthur and Vassilvitskii 2007).
   * Squared distances of rows of counts are integers, and so all sums here are exact.
   */
  static final class Seeding {
    private static final int BLOCK_SIZE = 512;

    private final DistinctRows points;
    private final Parallel parallel;
    private final double[] distance;
    private final int[] seedCounts;

    private Seeding(DistinctRows points, Parallel parallel) {
      this.points = points;
      this.parallel = parallel;
      this.distance = new double[points.count()];
      this.seedCounts = new int[points.rows().columnCount()];
      // Before the first draw all are equally far, and no two rows are farther apart than that:
      // ‖x − y‖² ≤ ‖x‖² + ‖y‖², because counts have no negative products.
      int largestNorm = Arrays.stream(points.squaredNorm()).max().orElse(0);
      Arrays.fill(distance, 2.0 * largestNorm);
    }

    /** Numbers of points, none twice, in the order of the draws; at most as many as points. */
    static int[] draw(
        DistinctRows points, int count, UniformRandomProvider rng, Parallel parallel) {
      Seeding seeding = new Seeding(points, parallel);
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
}
