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
 * k-means clustering of sparse rows by Euclidean distance, with k-means++ seeds (Arthur and
 * Vassilvitskii 2007) and Lloyd's iteration. Identical rows are merged into a weighted point, which
 * changes no mean and no sum of squares. The largest array contains the centroids, {@code [D×k]}.
 */
public final class KMeans {
  /** Default maximum number of iterations. */
  public static final int DEFAULT_ITERATIONS = 20;

  private KMeans() {}

  /**
   * Clusters of rows, numbered in the order of their medoids.
   *
   * @param assignment cluster of each row, {@code [rows]}; −1 for an empty row, which is in no
   *     cluster
   * @param medoid for each cluster, its row that is nearest to the mean, {@code [k]}; the first row
   *     if several are equally near. Ascending; no two medoids are identical rows
   */
  public record Clusters(int[] assignment, int[] medoid) {
    /** Returns the number of clusters. */
    public int count() {
      return medoid.length;
    }
  }

  /**
   * Clusters the rows of a matrix. No cluster is empty. If a row is equally near to several means,
   * it is assigned to the cluster that was seeded first. If rows have dense columns, only these are
   * clustered.
   *
   * @param rows rows of counts, whose sums are exact because they are integers; empty rows are
   *     ignored
   * @param clusterCount number of clusters k, at least 1; if there are fewer distinct rows, each of
   *     them is a cluster
   * @param maxIterations maximum number of iterations, at least 1
   * @param seed seed of the choice of the initial means
   * @param parallel threads to use; the result does not depend on their number
   * @throws LearningException if rows have values
   * @throws ArithmeticException if the centroids do not fit into an array, {@code D·k > 2³¹ − 1}
   */
  public static Clusters cluster(
      SparseRows rows, int clusterCount, int maxIterations, long seed, Parallel parallel) {
    Checks.atLeast("clusterCount", clusterCount, 1);
    Checks.atLeast("maxIterations", maxIterations, 1);
    checkCounts(rows);
    if (rows.dense() != null) {
      return VectorClusters.of(rows.dense(), clusterCount, maxIterations, seed, parallel);
    }

    DistinctRows points = DistinctRows.of(rows);
    int count = Math.min(clusterCount, points.count());
    UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(seed);
    int[] seeds = Seeding.draw(points, count, rng, parallel);

    LloydIteration lloyd = new LloydIteration(points, seeds, parallel);
    int steps = 0;
    while (steps < maxIterations && lloyd.step()) {
      steps++;
    }
    return inOrderOfMedoids(points, lloyd.assignment, lloyd.medoids());
  }

  /**
   * Checks that rows can be clustered, and can be inducing points, whose values are not stored in
   * model files.
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

  /** Renumbers the clusters in the order of their medoids, and converts points to rows. */
  private static Clusters inOrderOfMedoids(DistinctRows points, int[] clusterOf, int[] medoid) {
    int[] sorted = medoid.clone();
    Arrays.sort(sorted);
    int[] assignment = new int[points.numberOf().length];
    for (int row = 0; row < assignment.length; row++) {
      int point = points.numberOf()[row];
      if (point < 0) {
        assignment[row] = -1;
      } else {
        assignment[row] = Arrays.binarySearch(sorted, medoid[clusterOf[point]]);
      }
    }

    int[] medoidRows = IntStream.of(sorted).map(point -> points.firstRow()[point]).toArray();
    return new Clusters(assignment, medoidRows);
  }

  /**
   * Returns the share of the rows of each cluster with each label, which are the initial means of
   * inducing points (supplement, §6.1).
   *
   * @param assignment cluster of each row, {@code [rows]}; −1 for rows that do not count; not
   *     modified
   * @param clusterCount number of clusters k
   * @param labels label of each row, {@code [rows]}; a negative number if the label is unknown, so
   *     that the row does not count; not modified
   * @param labelCount number of labels V
   * @return {@code [k×V]} row-major; 0 for a cluster without rows
   */
  public static double[] labelFractions(
      int[] assignment, int clusterCount, int[] labels, int labelCount) {
    Checks.length("labels", labels.length, assignment.length, "[rows]");
    double[] fractions = new double[Math.multiplyExact(clusterCount, labelCount)];
    int[] sizes = new int[clusterCount];
    for (int row = 0; row < assignment.length; row++) {
      if (assignment[row] >= 0 && !PartialLabels.isUnknown(labels[row])) {
        int cluster = Checks.index("cluster", assignment[row], clusterCount);
        int label = Checks.index("label", labels[row], labelCount);
        sizes[cluster]++;
        fractions[cluster * labelCount + label]++;
      }
    }

    for (int i = 0; i < fractions.length; i++) {
      fractions[i] /= Math.max(1, sizes[i / labelCount]);
    }
    return fractions;
  }

  /**
   * Draws the initial centroids. Each of them is a row that is drawn with a probability
   * proportional to its squared distance from the nearest centroid that was drawn before
   * (k-means++, Arthur and Vassilvitskii 2007). Squared distances of rows of counts are integers,
   * so that all sums are exact.
   */
  static final class Seeding {
    /** Number of points that a thread processes at a time. */
    private static final int BLOCK_SIZE = 512;

    private final DistinctRows points;
    private final Parallel parallel;

    /** Squared distance of each point from the nearest seed. */
    private final double[] distance;

    /** The current seed as a dense vector; zeros between the draws. */
    private final int[] seedCounts;

    private Seeding(DistinctRows points, Parallel parallel) {
      this.points = points;
      this.parallel = parallel;
      this.distance = new double[points.count()];
      this.seedCounts = new int[points.rows().columnCount()];
      // Before the first draw, all distances are equal. They are at least as large as any distance
      // of two rows, since ‖x − y‖² ≤ ‖x‖² + ‖y‖² for counts, whose products are not negative.
      int largestNorm = Arrays.stream(points.squaredNorm()).max().orElse(0);
      Arrays.fill(distance, 2.0 * largestNorm);
    }

    /**
     * Draws distinct points.
     *
     * @param count number of points to draw, at most the number of points
     * @return indices of the points in the order of the draws
     */
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

    /** Draws the next point. */
    private int next(UniformRandomProvider rng) {
      double total = 0;
      for (int point = 0; point < distance.length; point++) {
        total += weight(point);
      }

      double threshold = rng.nextDouble() * total;
      int point = 0;
      double sum = weight(0);
      while (sum <= threshold) {
        point++;
        sum += weight(point);
      }
      return point;
    }

    private double weight(int point) {
      return points.multiplicity()[point] * distance[point];
    }

    /** Updates the distances to {@code min(d, ‖x − s‖²)} for a new seed s. */
    private void approach(int seed) {
      SparseRows rows = points.rows();
      for (int i = rows.start(seed); i < rows.start(seed + 1); i++) {
        seedCounts[rows.column(i)]++;
      }

      parallel.loop(
          points.count(), BLOCK_SIZE, (worker, from, to) -> updateDistances(seed, from, to));

      for (int i = rows.start(seed); i < rows.start(seed + 1); i++) {
        seedCounts[rows.column(i)] = 0;
      }
    }

    private void updateDistances(int seed, int from, int to) {
      SparseRows rows = points.rows();
      int[] norm = points.squaredNorm();
      for (int point = from; point < to; point++) {
        int product = 0;
        for (int i = rows.start(point); i < rows.start(point + 1); i++) {
          product += seedCounts[rows.column(i)];
        }
        double toSeed = norm[point] + norm[seed] - 2.0 * product;
        distance[point] = Math.min(distance[point], toSeed);
      }
    }
  }
}
