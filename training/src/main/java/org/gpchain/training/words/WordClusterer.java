package org.gpchain.training.words;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.Seeds;
import org.gpchain.training.hmm.EncodedText;

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
   * Clusters words.
   *
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
    List<int[]> clusters = new ArrayList<>();
    for (int count : granularities) {
      clusters.add(
          renumbered(VectorClusters.of(vectors, columns, count, Seeds.mix(seed, count), parallel)));
    }
    return clusters;
  }

  private static void normalise(double[] vectors, int dimensions) {
    for (int row = 0; row < vectors.length; row += dimensions) {
      double length = Math.sqrt(VectorClusters.dot(vectors, row, vectors, row, dimensions));
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
}
