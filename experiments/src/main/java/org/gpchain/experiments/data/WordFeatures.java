package org.gpchain.experiments.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.internal.gp.kernel.EmbeddingKernel;
import org.gpchain.internal.training.data.WordVectors;

/**
 * The features of a task that are words.
 *
 * @param wordOfFeature for each template line of words, the word of each feature that it expands to
 *     and null for the others, {@code [D]}; not to be modified
 */
public record WordFeatures(List<String[]> wordOfFeature) {
  /**
   * The features of some lines.
   *
   * @param lines such as {@code U02}; those without features are left out
   */
  public static WordFeatures of(FeatureDictionary features, List<String> lines) {
    List<String[]> words = new ArrayList<>();
    for (String line : lines) {
      int group = features.groupNames().indexOf(line);
      if (group >= 0) {
        words.add(
            IntStream.range(0, features.size())
                .mapToObj(
                    d -> features.groupOfFeature()[d] == group ? features.texts().get(d) : null)
                .toArray(String[]::new));
      }
    }
    return new WordFeatures(words);
  }

  /** The words, each as often as it is a feature. */
  public List<String> words() {
    return wordOfFeature.stream().flatMap(Arrays::stream).filter(word -> word != null).toList();
  }

  /** How many of them have a vector. */
  public long found(WordVectors vectors) {
    return words().stream().filter(word -> vectors.row(word) >= 0).count();
  }

  /** A kernel for each line, of variance 1. */
  public List<EmbeddingKernel> kernels(WordVectors vectors) {
    return wordOfFeature.stream()
        .map(
            words ->
                new EmbeddingKernel(
                    Arrays.stream(words)
                        .mapToInt(word -> word == null ? -1 : vectors.row(word))
                        .toArray(),
                    vectors.vectors(),
                    vectors.dimension(),
                    1))
        .toList();
  }
}
