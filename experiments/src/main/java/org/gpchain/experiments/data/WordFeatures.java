package org.gpchain.experiments.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.gpchain.internal.gp.kernel.EmbeddingKernel;
import org.gpchain.internal.training.data.WordVectors;

/**
 * The features of a task that consist of a word.
 *
 * @param wordOfFeature for each template line of words, the word of each of its features, and null
 *     for features of other lines, {@code [D]}; must not be modified
 */
public record WordFeatures(List<String[]> wordOfFeature) {
  /**
   * Returns the features of some template lines.
   *
   * @param lines names of template lines, such as {@code U02}; lines without features are ignored
   */
  public static WordFeatures of(FeatureDictionary features, List<String> lines) {
    List<String[]> wordOfFeature = new ArrayList<>();
    for (String line : lines) {
      int group = features.groupNames().indexOf(line);
      if (group >= 0) {
        wordOfFeature.add(words(features, group));
      }
    }
    return new WordFeatures(wordOfFeature);
  }

  private static String[] words(FeatureDictionary features, int group) {
    String[] words = new String[features.size()];
    for (int d = 0; d < words.length; d++) {
      if (features.groupOfFeature()[d] == group) {
        words[d] = features.texts().get(d);
      }
    }
    return words;
  }

  /** Returns the words of all features. A word occurs once for each of its features. */
  public List<String> words() {
    return wordOfFeature.stream().flatMap(Arrays::stream).filter(Objects::nonNull).toList();
  }

  /** Returns the number of features with a word vector. */
  public long found(WordVectors vectors) {
    return words().stream().filter(word -> vectors.row(word) >= 0).count();
  }

  /** Returns a kernel with variance 1 for each template line. */
  public List<EmbeddingKernel> kernels(WordVectors vectors) {
    List<EmbeddingKernel> kernels = new ArrayList<>();
    for (String[] words : wordOfFeature) {
      int[] rows = new int[words.length];
      Arrays.fill(rows, -1);
      for (int d = 0; d < words.length; d++) {
        if (words[d] != null) {
          rows[d] = vectors.row(words[d]);
        }
      }
      kernels.add(new EmbeddingKernel(rows, vectors.vectors(), vectors.dimension(), 1));
    }
    return kernels;
  }
}
