package org.gpchain.internal.training.inducing;

import java.util.Arrays;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.SparseRows;

/**
 * Lloyd's iteration: each point goes to the nearest centroid, each centroid to the mean of its
 * points.
 *
 * <p>Of a cluster with n rows that add up to s, the squared distance of a row x to the centroid s/n
 * is {@code ‖x‖² + (‖s‖² − 2 n x·s) / n²}. The numerator is an integer, exact up to 2⁵³, so
 * distances that are equal are found equal, and no result depends on the order of a sum. The sums s
 * of all clusters are one dense table with a row for each column of the data; no other array has
 * that size.
 */
final class LloydIteration {
  private static final int BLOCK_SIZE = 128;

  private final DistinctRows points;
  private final Parallel parallel;
  private final int clusterCount;

  /** {@code [D×k]}, index {@code column*k + cluster}. */
  private final double[] sums;

  private final double[] size;
  private final double[] squaredNormOfSum;

  /** The cluster of each point; changes with each step. */
  final int[] assignment;

  /** Squared, of each point to the centroid that the last step assigned it to, before it moved. */
  final double[] distance;

  private final double[][] products;

  /** Seeds are the points that are the first centroids, none twice. */
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
   * Assigns the points anew and moves the centroids.
   *
   * @return whether any point changed its cluster; if none did, no centroid has moved
   */
  boolean step() {
    int[] before = assignment.clone();
    parallel.loop(
        points.count(),
        BLOCK_SIZE,
        (worker, from, to) -> {
          for (int point = from; point < to; point++) {
            assignToNearest(point, products[worker]);
          }
        });
    fillEmptyClusters();
    if (Arrays.equals(before, assignment)) {
      return false;
    }
    moveCentroids();
    return true;
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

  /** An empty cluster takes the point that is farthest from its centroid and not alone there. */
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

  /** For each cluster the point of it that is nearest to the centroid, the lowest of equals. */
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
      // n ‖x − s/n‖² less ‖s‖²/n, which is the same for the whole cluster: an integer again.
      double d = size[cluster] * points.squaredNorm()[point] - 2 * product;
      if (d < least[cluster]) {
        least[cluster] = d;
        medoid[cluster] = point;
      }
    }
    return medoid;
  }
}
