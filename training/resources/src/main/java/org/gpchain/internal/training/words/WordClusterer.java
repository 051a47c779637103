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
 * Clusters word types by their contexts in raw text, at several granularities. Words are embedded
 * by a truncated singular value decomposition of their positive pointwise mutual information with
 * the most frequent words around them. The vectors are clustered by k-means.
 *
 * @param contextWords number of the most frequent words that count as contexts
 * @param dimensions number of dimensions of the vectors
 * @param granularities numbers of clusters
 * @param seed seed of the vectors and of the initial centers
 * @param threads number of threads; the result does not depend on it
 */
public record WordClusterer(
    int contextWords, int dimensions, List<Integer> granularities, long seed, int threads) {
  /** Maximum number of iterations of k-means. */
  private static final int ITERATIONS = 25;

  /** Number of vectors that a thread processes at a time. */
  private static final int BLOCK = 256;

  /** Checks and copies the settings. */
  public WordClusterer {
    Checks.atLeast("contextWords", contextWords, 1);
    Checks.atLeast("dimensions", dimensions, 1);
    Checks.atLeast("threads", threads, 1);
    granularities = List.copyOf(granularities);
    granularities.forEach(count -> Checks.atLeast("a number of clusters", count, 1));
  }

  /** Returns the default clusterer: 64, 256 and 1,024 clusters of 64-dimensional vectors. */
  public static WordClusterer of(long seed, int threads) {
    return new WordClusterer(2_000, 64, List.of(64, 256, 1_024), seed, threads);
  }

  /** Returns a clusterer with other numbers of clusters. */
  public WordClusterer withGranularities(List<Integer> counts) {
    return new WordClusterer(contextWords, dimensions, counts, seed, threads);
  }

  /** Returns a clusterer with another number of threads. */
  public WordClusterer withThreads(int number) {
    return new WordClusterer(contextWords, dimensions, granularities, seed, number);
  }

  /**
   * Clusters the words of a text.
   *
   * @param sentences sentences whose words are numbered by descending frequency
   * @param wordCount number of the most frequent words that are clustered
   * @return for each granularity, the cluster of each word, {@code [wordCount]}; clusters are
   *     numbered in the order of their most frequent words
   */
  public List<int[]> cluster(EncodedText sentences, int wordCount) throws IOException {
    try (Parallel parallel = new Parallel(threads)) {
      int contexts = Math.min(contextWords, wordCount);
      ContextMatrix matrix = ContextCounts.of(sentences, wordCount, contexts).mutualInformation();
      double[] vectors = matrix.vectors(dimensions, seed, parallel);
      return cluster(vectors, vectors.length / wordCount, parallel);
    }
  }

  /**
   * Clusters words by the directions of given vectors.
   *
   * @param vectors vectors of the words, the most frequent word first, {@code [words×columns]}
   *     row-major; modified
   * @param columns number of columns
   * @return as in {@link #cluster(EncodedText, int)}
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

  /** Scales each vector to length one. Zero vectors are left unchanged. */
  private static void normalise(double[] vectors, int dimensions) {
    for (int row = 0; row < vectors.length; row += dimensions) {
      double length = Math.sqrt(dot(vectors, row, vectors, row, dimensions));
      for (int j = 0; j < dimensions && length > 0; j++) {
        vectors[row + j] /= length;
      }
    }
  }

  /** Renumbers clusters in the order of their first words. */
  private static int[] renumbered(int[] clusters) {
    int[] newNumber = new int[Arrays.stream(clusters).max().orElse(0) + 1];
    Arrays.fill(newNumber, -1);
    int[] renumbered = new int[clusters.length];
    int next = 0;
    for (int i = 0; i < clusters.length; i++) {
      int cluster = clusters[i];
      if (newNumber[cluster] < 0) {
        newNumber[cluster] = next;
        next++;
      }
      renumbered[i] = newNumber[cluster];
    }
    return renumbered;
  }

  /**
   * Clusters vectors by their directions, by spherical k-means (Dhillon and Modha 2001) with the
   * seeding of k-means++.
   *
   * @param vectors vectors of length one or zero, {@code [N×d]} row-major; not modified
   * @param dimensions number of dimensions d
   * @param clusters number of clusters K; if there are at most K vectors, each is a cluster
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

  /**
   * Draws the initial centers. Each vector is drawn with a probability proportional to 1 minus its
   * cosine with the nearest center that was drawn before.
   */
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
        double toDrawn = Math.max(0, 1 - dot(vectors, i * d, centres, k * d, d));
        distance[i] = Math.min(distance[i], toDrawn);
      }
    }
    return centres;
  }

  /** Returns the nearest center of each vector. Of equally near centers, the first one wins. */
  private static int[] nearest(double[] vectors, int d, double[] centres, Parallel parallel) {
    int[] nearest = new int[vectors.length / d];
    int clusters = centres.length / d;

    // The centers as columns, so that the cosines with all centers are sums of scaled rows.
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
            nearest[i] = indexOfLargest(cosines);
          }
        });
    return nearest;
  }

  private static int indexOfLargest(double[] values) {
    int largest = 0;
    for (int i = 1; i < values.length; i++) {
      if (values[i] > values[largest]) {
        largest = i;
      }
    }
    return largest;
  }

  /**
   * Returns the new centers, which are the directions of the sums of the clusters' vectors. A
   * cluster without vectors keeps its center.
   */
  private static double[] centres(double[] vectors, int d, int[] assigned, double[] before) {
    double[] centres = new double[before.length];
    for (int i = 0; i < assigned.length; i++) {
      ScaledSums.add(1, vectors, i * d, d, centres, assigned[i] * d);
    }
    for (int k = 0; k < centres.length; k += d) {
      double length = Math.sqrt(dot(centres, k, centres, k, d));
      if (length > 0) {
        for (int j = 0; j < d; j++) {
          centres[k + j] /= length;
        }
      } else {
        System.arraycopy(before, k, centres, k, d);
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
