package org.gpchain.internal.training.inducing;

import java.util.Arrays;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.SparseRows;

/**
 * Lloyd's iteration, which alternately assigns each point to the nearest centroid and moves each
 * centroid to the mean of its points.
 *
 * <p>The squared distance of a row x from the centroid s/n of a cluster with n rows and their sum s
 * is {@code ‖x‖² + (‖s‖² − 2 n x·s) / n²}. The numerator is an integer, which is exact up to 2⁵³.
 * Therefore, equal distances compare as equal, and no result depends on the order of a sum. The
 * sums s of all clusters are stored in a dense table with a row for each column of the data, which
 * is the largest array.
 */
final class LloydIteration {
  /** Number of points that a thread processes at a time. */
  private static final int BLOCK_SIZE = 128;

  private final DistinctRows points;
  private final Parallel parallel;
  private final int clusterCount;

  /** Sums of the rows of each cluster, {@code [D×k]}, with the index {@code column*k + cluster}. */
  private final double[] sums;

  /** Number of rows of each cluster, {@code [k]}. */
  private final double[] size;

  /** ‖s‖² of each cluster, {@code [k]}. */
  private final double[] squaredNormOfSum;

  /** Cluster of each point; updated by each step. */
  final int[] assignment;

  /**
   * Squared distance of each point from its centroid, as computed by the last step, before the
   * centroid moved.
   */
  final double[] distance;

  /** Scratch space of each thread for the products x·s with all clusters, {@code [threads][k]}. */
  private final double[][] products;

  /**
   * Creates an iteration.
   *
   * @param points the points
   * @param seeds indices of the points that are the initial centroids; distinct
   * @param parallel threads to use
   */
  LloydIteration(DistinctRows points, int[] seeds, Parallel parallel) {
    this.points = points;
    this.parallel = parallel;
    this.clusterCount = seeds.length;
    this.sums = new double[Math.multiplyExact(points.rows().columnCount(), clusterCount)];
    this.size = new double[clusterCount];
    this.squaredNormOfSum = new double[clusterCount];
    this.assignment = new int[points.count()];
    this.distance = new double[points.count()];
    this.products = new double[parallel.threads()][clusterCount];

    Arrays.fill(assignment, -1);
    for (int cluster = 0; cluster < clusterCount; cluster++) {
      add(seeds[cluster], cluster, 1);
    }
    sumSquares();
  }

  /**
   * Updates the assignment of the points and moves the centroids.
   *
   * @return whether a point changed its cluster; if not, no centroid has moved
   */
  boolean step() {
    int[] before = assignment.clone();
    parallel.loop(
        points.count(),
        BLOCK_SIZE,
        (worker, from, to) -> assignToNearest(from, to, products[worker]));
    fillEmptyClusters();

    if (Arrays.equals(before, assignment)) {
      return false;
    }
    moveCentroids();
    return true;
  }

  private void assignToNearest(int from, int to, double[] product) {
    for (int point = from; point < to; point++) {
      assignToNearest(point, product);
    }
  }

  private void assignToNearest(int point, double[] product) {
    Arrays.fill(product, 0);
    points.rows().addSelected(point, sums, clusterCount, product, 0);
    double least = Double.POSITIVE_INFINITY;
    for (int c = 0; c < clusterCount; c++) {
      double d = (squaredNormOfSum[c] - 2 * size[c] * product[c]) / (size[c] * size[c]);
      if (d < least) {
        least = d;
        assignment[point] = c;
      }
    }
    distance[point] = Math.max(0, points.squaredNorm()[point] + least);
  }

  /**
   * Moves a point to each empty cluster: the point that is farthest from its centroid, among the
   * points that are not alone in their cluster.
   */
  private void fillEmptyClusters() {
    int[] members = new int[clusterCount];
    for (int cluster : assignment) {
      members[cluster]++;
    }

    for (int cluster = 0; cluster < clusterCount; cluster++) {
      if (members[cluster] == 0) {
        int farthest = farthestOfMany(members);
        members[assignment[farthest]]--;
        members[cluster]++;
        assignment[farthest] = cluster;
        distance[farthest] = 0;
      }
    }
  }

  /** Returns the point that is farthest from its centroid and not alone in its cluster. */
  private int farthestOfMany(int[] members) {
    int farthest = -1;
    for (int point = 0; point < assignment.length; point++) {
      if (members[assignment[point]] > 1
          && (farthest < 0 || distance[point] > distance[farthest])) {
        farthest = point;
      }
    }
    return farthest;
  }

  private void moveCentroids() {
    Arrays.fill(sums, 0);
    Arrays.fill(size, 0);
    for (int point = 0; point < assignment.length; point++) {
      add(point, assignment[point], points.multiplicity()[point]);
    }
    sumSquares();
  }

  /** Adds a point with a multiplicity to the sums of a cluster. */
  private void add(int point, int cluster, int times) {
    SparseRows rows = points.rows();
    size[cluster] += times;
    for (int i = rows.start(point); i < rows.start(point + 1); i++) {
      sums[rows.column(i) * clusterCount + cluster] += times;
    }
  }

  private void sumSquares() {
    Arrays.fill(squaredNormOfSum, 0);
    for (int row = 0; row < sums.length; row += clusterCount) {
      for (int c = 0; c < clusterCount; c++) {
        squaredNormOfSum[c] += sums[row + c] * sums[row + c];
      }
    }
  }

  /**
   * Returns, for each cluster, its point that is nearest to the centroid; the first one if several
   * are equally near.
   */
  int[] medoids() {
    SparseRows rows = points.rows();
    int[] medoid = new int[clusterCount];
    double[] least = new double[clusterCount];
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    for (int point = 0; point < assignment.length; point++) {
      int cluster = assignment[point];
      double product = 0;
      for (int i = rows.start(point); i < rows.start(point + 1); i++) {
        product += sums[rows.column(i) * clusterCount + cluster];
      }

      // n ‖x − s/n‖² minus ‖s‖²/n, which is constant in the cluster: again an integer.
      double d = size[cluster] * points.squaredNorm()[point] - 2 * product;
      if (d < least[cluster]) {
        least[cluster] = d;
        medoid[cluster] = point;
      }
    }
    return medoid;
  }
}
