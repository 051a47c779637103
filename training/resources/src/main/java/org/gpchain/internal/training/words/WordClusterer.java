package org.gpchain.internal.training.words;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.core.math.Seeds;
import org.gpchain.internal.training.hmm.EncodedText;

/**
 * Clusters word types by the contexts in which they stand in raw text: positive pointwise mutual
 * information with the commonest words around them, the directions in which it differs most, and
 * k-means, at several granularities.
 *
 * @param contextWords how many of the commonest words are contexts
 * @param dimensions of the vectors
 * @param granularities numbers of clusters
 * @param seed of the directions and of the first centres
 * @param threads to work with; they do not change the result
 */
public record WordClusterer(
    int contextWords, int dimensions, List<Integer> granularities, long seed, int threads) {
  private static final int ITERATIONS = 25;
  private static final int BLOCK = 256;

  public WordClusterer {
    Checks.atLeast("contextWords", contextWords, 1);
    Checks.atLeast("dimensions", dimensions, 1);
    Checks.atLeast("threads", threads, 1);
    granularities = List.copyOf(granularities);
    granularities.forEach(count -> Checks.atLeast("a number of clusters", count, 1));
  }

  /** The default: 64, 256 and 1,024 clusters of vectors of 64 dimensions. */
  public static WordClusterer of(long seed, int threads) {
    return new WordClusterer(2_000, 64, List.of(64, 256, 1_024), seed, threads);
  }

  public WordClusterer withGranularities(List<Integer> counts) {
    return new WordClusterer(contextWords, dimensions, counts, seed, threads);
  }

  public WordClusterer withThreads(int number) {
    return new WordClusterer(contextWords, dimensions, granularities, seed, number);
  }

  /**
   * @param sentences whose words are numbered by falling frequency
   * @param wordCount words with smaller numbers are clustered
   * @return for each granularity the cluster of each word, {@code [wordCount]}; clusters are
   *     numbered in the order of their commonest words
   */
  public List<int[]> cluster(EncodedText sentences, int wordCount) throws IOException {
    try (Parallel parallel = new Parallel(threads)) {
      double[] vectors =
          ContextCounts.of(sentences, wordCount, Math.min(contextWords, wordCount))
              .mutualInformation()
              .vectors(dimensions, seed, parallel);
      return cluster(vectors, vectors.length / wordCount, parallel);
    }
  }

  /**
   * Clusters words whose vectors are known, by their directions.
   *
   * @param vectors {@code [words×columns]} row-major, of the commonest words first; modified
   * @param columns number of columns
   * @return as {@link #cluster(EncodedText, int)} does
   */
  public List<int[]> cluster(double[] vectors, int columns) {
    try (Parallel parallel = new Parallel(threads)) {
      return cluster(vectors, columns, parallel);
    }
  }

  private List<int[]> cluster(double[] vectors, int columns, Parallel parallel) {
    normalise(vectors, columns);
    return granularities.stream()
        .map(count -> assign(vectors, columns, count, Seeds.mix(seed, count), parallel))
        .map(WordClusterer::renumbered)
        .toList();
  }

  private static void normalise(double[] vectors, int dimensions) {
    for (int row = 0; row < vectors.length; row += dimensions) {
      double length = Math.sqrt(dot(vectors, row, vectors, row, dimensions));
      for (int j = 0; j < dimensions && length > 0; j++) {
        vectors[row + j] /= length;
      }
    }
  }

  private static int[] renumbered(int[] clusters) {
    int[] number = new int[Arrays.stream(clusters).max().orElse(0) + 1];
    int[] out = new int[clusters.length];
    int next = 0;
    for (int i = 0; i < clusters.length; i++) {
      if (number[clusters[i]] == 0) {
        number[clusters[i]] = ++next;
      }
      out[i] = number[clusters[i]] - 1;
    }
    return out;
  }

  /**
   * Clusters vectors by their directions: spherical k-means (Dhillon and Modha 2001) with the
   * seeding of k-means++.
   *
   * @param vectors {@code [N×d]} row-major, of length one each, or zero; not modified
   * @param dimensions d
   * @param clusters number of clusters K; if there are no more vectors than that, each has its own
   * @return the cluster of each vector, {@code [N]}
   */
  private static int[] assign(
      double[] vectors, int dimensions, int clusters, long seed, Parallel parallel) {
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
              ScaledSums.add(vectors[i * d + j], columns, j * clusters, clusters, cosines, 0);
            }
            for (int k = 1; k < clusters; k++) {
              nearest[i] = cosines[k] > cosines[nearest[i]] ? k : nearest[i];
            }
          }
        });
    return nearest;
  }

  /** The directions of the sums of their vectors; a cluster that lost all keeps its centre. */
  private static double[] centres(double[] vectors, int d, int[] assigned, double[] before) {
    double[] centres = new double[before.length];
    for (int i = 0; i < assigned.length; i++) {
      ScaledSums.add(1, vectors, i * d, d, centres, assigned[i] * d);
    }
    for (int k = 0; k < centres.length; k += d) {
      double length = Math.sqrt(dot(centres, k, centres, k, d));
      for (int j = 0; j < d; j++) {
        centres[k + j] = length > 0 ? centres[k + j] / length : before[k + j];
      }
    }
    return centres;
  }

  private static double dot(double[] a, int fromA, double[] b, int fromB, int length) {
    double sum = 0;
    for (int j = 0; j < length; j++) {
      sum += a[fromA + j] * b[fromB + j];
    }
    return sum;
  }
}
