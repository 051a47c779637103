package org.gpchain.internal.training.inducing;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.internal.core.math.DenseColumns;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.training.inducing.KMeans.Clusters;

/**
 * k-means clustering of the dense columns of rows, with k-means++ seeds and Lloyd's iteration. All
 * blocks of a row count alike: a token is near to another one if the vectors of both and of their
 * neighbors are near.
 */
final class VectorClusters {
  /** Number of rows that a thread processes at a time. */
  private static final int BLOCK_SIZE = 64;

  /** Squared distance, as a share of the largest squared norm, below which rows are equal. */
  private static final double ROUNDING = 1e-12;

  private final DenseColumns rows;
  private final Parallel parallel;

  /** Squared norm of each row. */
  private final double[] squaredNorm;

  /** Squared distance of each row from the nearest centroid. */
  private final double[] distance;

  /** Cluster of each row. */
  private final int[] assignment;

  private VectorClusters(DenseColumns rows, Parallel parallel) {
    this.rows = rows;
    this.parallel = parallel;
    this.squaredNorm = new double[rows.rowCount()];
    this.distance = new double[rows.rowCount()];
    this.assignment = new int[rows.rowCount()];
    forEachRow(
        row -> {
          double[] values = rows.row(row);
          squaredNorm[row] = ScaledSums.product(values, 0, values, 0, values.length);
        });
  }

  /** Processes one row. */
  private interface RowTask {
    void accept(int row);
  }

  private void forEachRow(RowTask task) {
    parallel.loop(
        rows.rowCount(),
        BLOCK_SIZE,
        (worker, from, to) -> {
          for (int row = from; row < to; row++) {
            task.accept(row);
          }
        });
  }

  /**
   * Clusters rows.
   *
   * @param count number of clusters k; if there are fewer distinct rows, each of them is a cluster
   * @param maxIterations maximum number of iterations
   * @param seed seed of the choice of the initial means
   * @param parallel threads to use; the result does not depend on their number
   */
  static Clusters of(
      DenseColumns rows, int count, int maxIterations, long seed, Parallel parallel) {
    VectorClusters clusters = new VectorClusters(rows, parallel);
    double[][] means = clusters.seeds(count, RandomSource.XO_SHI_RO_256_PP.create(seed));
    for (int i = 0; i < maxIterations && clusters.assign(means); i++) {
      clusters.move(means);
    }
    return clusters.inOrderOfMedoids(means.length);
  }

  /**
   * Draws initial means: each is a row that is drawn with a probability proportional to its squared
   * distance from the nearest one before.
   */
  private double[][] seeds(int count, UniformRandomProvider random) {
    double rounding = ROUNDING * Arrays.stream(squaredNorm).max().orElse(0);
    double[][] seeds = new double[Math.min(count, rows.rowCount())][];
    Arrays.fill(distance, 1);
    for (int k = 0; k < seeds.length; k++) {
      int drawn = draw(random);
      if (drawn < 0) {
        return Arrays.copyOf(seeds, k);
      }

      double[] seed = rows.row(drawn);
      double seedNorm = squaredNorm[drawn];
      boolean isFirst = k == 0;
      forEachRow(
          row -> {
            double product = ScaledSums.product(rows.row(row), 0, seed, 0, seed.length);
            double toSeed = squaredNorm[row] + seedNorm - 2 * product;
            double nearest = isFirst ? toSeed : Math.min(distance[row], toSeed);
            distance[row] = nearest > rounding ? nearest : 0;
          });
      distance[drawn] = 0;
      seeds[k] = seed;
    }
    return seeds;
  }

  /** Returns a row, drawn in proportion to the distances; −1 if all are 0. */
  private int draw(UniformRandomProvider random) {
    double total = Arrays.stream(distance).sum();
    double threshold = random.nextDouble() * total;
    double sum = 0;
    int last = -1;
    for (int row = 0; row < distance.length; row++) {
      if (distance[row] > 0) {
        last = row;
        sum += distance[row];
        if (sum > threshold) {
          return row;
        }
      }
    }
    return last;
  }

  /** Assigns each row to the nearest mean, and returns whether an assignment changed. */
  private boolean assign(double[][] means) {
    int columns = rows.columnCount();
    double[] table = new double[Math.multiplyExact(columns, means.length)];
    double[] norms = new double[means.length];
    for (int k = 0; k < means.length; k++) {
      norms[k] = ScaledSums.product(means[k], 0, means[k], 0, columns);
      for (int c = 0; c < columns; c++) {
        table[c * means.length + k] = means[k][c];
      }
    }

    int[] before = assignment.clone();
    forEachRow(row -> assign(row, table, norms));
    return !Arrays.equals(before, assignment);
  }

  /**
   * Assigns a row to the nearest mean.
   *
   * @param table the means as columns, {@code [C×k]}; not modified
   * @param norms squared norm of each mean; not modified
   */
  private void assign(int row, double[] table, double[] norms) {
    double[] products = new double[norms.length];
    double[] values = rows.row(row);
    ScaledSums.addRows(values, 0, 1, values.length, table, 0, norms.length, products, 0);

    double least = Double.POSITIVE_INFINITY;
    for (int k = 0; k < norms.length; k++) {
      double squared = squaredNorm[row] + norms[k] - 2 * products[k];
      if (squared < least) {
        least = squared;
        assignment[row] = k;
      }
    }
    distance[row] = least;
  }

  /** Moves each mean to the mean of its rows. A mean without rows stays where it is. */
  private void move(double[][] means) {
    int columns = rows.columnCount();
    int[] sizes = new int[means.length];
    double[][] sums = new double[means.length][columns];
    for (int row = 0; row < assignment.length; row++) {
      sizes[assignment[row]]++;
      ScaledSums.add(1, rows.row(row), columns, sums[assignment[row]]);
    }

    for (int k = 0; k < means.length; k++) {
      if (sizes[k] > 0) {
        ScaledSums.scale(1.0 / sizes[k], sums[k], 0, columns);
        means[k] = sums[k];
      }
    }
  }

  /**
   * Returns the clusters that have rows, in the order of their medoids, which are the rows nearest
   * to the means.
   */
  private Clusters inOrderOfMedoids(int count) {
    int[] medoidOf = new int[count];
    Arrays.fill(medoidOf, -1);
    for (int row = 0; row < assignment.length; row++) {
      int medoid = medoidOf[assignment[row]];
      if (medoid < 0 || distance[row] < distance[medoid]) {
        medoidOf[assignment[row]] = row;
      }
    }

    int[] medoids = Arrays.stream(medoidOf).filter(row -> row >= 0).sorted().toArray();
    int[] numbers = new int[assignment.length];
    Arrays.setAll(numbers, row -> Arrays.binarySearch(medoids, medoidOf[assignment[row]]));
    return new Clusters(numbers, medoids);
  }
}
