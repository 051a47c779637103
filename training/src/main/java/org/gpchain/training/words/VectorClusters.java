package org.gpchain.training.words;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.math.Parallel;

/** Spherical k-means (Dhillon and Modha 2001) with the seeding of k-means++. */
final class VectorClusters {
  private static final int ITERATIONS = 25;
  private static final int BLOCK = 256;

  private VectorClusters() {}

  /**
   * Clusters vectors by their directions.
   *
   * @param vectors {@code [N×d]} row-major, of length one each, or zero; not modified
   * @param dimensions d
   * @param clusters number of clusters K; if there are no more vectors than that, each has its own
   * @return the cluster of each vector, {@code [N]}
   */
  static int[] of(double[] vectors, int dimensions, int clusters, long seed, Parallel parallel) {
    int count = vectors.length / dimensions;
    int[] assigned = new int[count];
    if (count <= clusters) {
      Arrays.setAll(assigned, i -> i);
      return assigned;
    }
    double[] centres = seeds(vectors, dimensions, clusters, seed);
    Arrays.fill(assigned, -1);
    for (int i = 0; i < ITERATIONS; i++) {
      int[] nearest = nearest(vectors, dimensions, centres, parallel);
      if (Arrays.equals(nearest, assigned)) {
        break;
      }
      assigned = nearest;
      centres = centres(vectors, dimensions, assigned, centres);
    }
    return assigned;
  }

  /** Each seed is drawn with a probability in proportion to 1 − cosine with the nearest so far. */
  private static double[] seeds(double[] vectors, int d, int clusters, long seed) {
    int count = vectors.length / d;
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    double[] centres = new double[clusters * d];
    double[] distance = new double[count];
    Arrays.fill(distance, 1);
    for (int k = 0; k < clusters; k++) {
      double target = random.nextDouble() * Arrays.stream(distance).sum();
      int drawn = 0;
      for (double sum = distance[0]; drawn < count - 1 && sum <= target; drawn++) {
        sum += distance[drawn + 1];
      }
      System.arraycopy(vectors, drawn * d, centres, k * d, d);
      for (int i = 0; i < count; i++) {
        distance[i] =
            Math.min(distance[i], Math.max(0, 1 - dot(vectors, i * d, centres, k * d, d)));
      }
    }
    return centres;
  }

  private static int[] nearest(double[] vectors, int d, double[] centres, Parallel parallel) {
    int[] nearest = new int[vectors.length / d];
    int clusters = centres.length / d;
    double[] columns = new double[centres.length];
    for (int k = 0; k < clusters; k++) {
      for (int j = 0; j < d; j++) {
        columns[j * clusters + k] = centres[k * d + j];
      }
    }
    parallel.loop(
        nearest.length,
        BLOCK,
        (worker, from, to) -> {
          double[] cosines = new double[clusters];
          for (int i = from; i < to; i++) {
            Arrays.fill(cosines, 0);
            for (int j = 0; j < d; j++) {
              double x = vectors[i * d + j];
              int row = j * clusters;
              for (int k = 0; k < clusters; k++) {
                cosines[k] += x * columns[row + k];
              }
            }
            nearest[i] = indexOfLargest(cosines);
          }
        });
    return nearest;
  }

  private static int indexOfLargest(double[] values) {
    int best = 0;
    for (int i = 1; i < values.length; i++) {
      best = values[i] > values[best] ? i : best;
    }
    return best;
  }

  /** The directions of the sums of their vectors; a cluster that lost all keeps its centre. */
  private static double[] centres(double[] vectors, int d, int[] assigned, double[] before) {
    double[] centres = new double[before.length];
    for (int i = 0; i < assigned.length; i++) {
      for (int j = 0; j < d; j++) {
        centres[assigned[i] * d + j] += vectors[i * d + j];
      }
    }
    for (int k = 0; k < centres.length; k += d) {
      double length = Math.sqrt(dot(centres, k, centres, k, d));
      for (int j = 0; j < d; j++) {
        centres[k + j] = length > 0 ? centres[k + j] / length : before[k + j];
      }
    }
    return centres;
  }

  static double dot(double[] a, int fromA, double[] b, int fromB, int length) {
    double sum = 0;
    for (int j = 0; j < length; j++) {
      sum += a[fromA + j] * b[fromB + j];
    }
    return sum;
  }
}
