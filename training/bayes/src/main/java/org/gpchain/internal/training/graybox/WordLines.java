package org.gpchain.internal.training.graybox;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.gpchain.core.features.FeatureTemplate;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.gp.kernel.EmbeddingKernel;
import org.gpchain.internal.training.data.WordVectors;
import org.gpchain.training.LearningException;

/**
 * Assigns word vectors to the features of the template lines whose features are words.
 *
 * @param settings settings with word vectors
 */
record WordLines(SparseSettings settings) {
  /** Name of the column with the word in lower case. */
  private static final String LOWER = "lower";

  /**
   * Adds words that have vectors to the features of these template lines, so that a token whose
   * word does not occur in the training corpus has a vector, too.
   *
   * @throws LearningException if there are no such template lines
   */
  Vocabulary extended(Vocabulary vocabulary) {
    Vocabulary extended = vocabulary;
    for (int group : groups(vocabulary)) {
      extended = extended.extended(group, values(vocabulary, group));
    }
    return extended;
  }

  private List<String> values(Vocabulary vocabulary, int group) {
    WordVectors vectors = settings.vectors();
    boolean isLower = vocabulary.singleCell(group).orElseThrow().column().equals(LOWER);
    int count = Math.min(settings.extraWords(), vectors.words().size());
    List<String> values = new ArrayList<>();
    for (String word : vectors.words().subList(0, count)) {
      // The vector of a lower-case word is also used for its capitalized form, which occurs at the
      // beginning of a sentence.
      String variant;
      if (isLower) {
        variant = word.toLowerCase(Locale.ROOT);
      } else {
        values.add(word);
        variant = capitalized(word);
      }
      if (vectors.row(variant) >= 0) {
        values.add(variant);
      }
    }
    return values;
  }

  private static String capitalized(String word) {
    int first = word.isEmpty() ? 0 : word.offsetByCodePoints(0, 1);
    return word.substring(0, first).toUpperCase(Locale.ROOT) + word.substring(first);
  }

  /**
   * Returns a kernel with variance 1 for each of the template lines.
   *
   * @param vocabulary the extended vocabulary
   * @param rows training tokens over its features; not modified
   * @throws LearningException if no training token has a vector
   */
  List<EmbeddingKernel> kernels(Vocabulary vocabulary, SparseRows rows) {
    WordVectors vectors = settings.vectors();
    List<EmbeddingKernel> kernels = new ArrayList<>();
    boolean[] isUsed = new boolean[vocabulary.featureCount()];
    for (int feature : rows.usedColumns()) {
      isUsed[feature] = true;
    }

    boolean hasVector = false;
    for (int group : groups(vocabulary)) {
      int[] vectorOfFeature = new int[isUsed.length];
      Arrays.fill(vectorOfFeature, -1);
      List<String> words = vocabulary.singleCellValues(group);
      for (int i = 0; i < words.size(); i++) {
        int feature = vocabulary.groupStart(group) + i;
        vectorOfFeature[feature] = vectors.row(words.get(i));
        hasVector |= isUsed[feature] && vectorOfFeature[feature] >= 0;
      }
      kernels.add(new EmbeddingKernel(vectorOfFeature, vectors.vectors(), vectors.dimension(), 1));
    }

    if (!hasVector) {
      throw new LearningException(
          "no word of the training corpus has a word vector; use vectors for its"
              + " language, or specify other template lines that are words");
    }
    return kernels;
  }

  /** Returns the numbers of the feature groups of these template lines. */
  private List<Integer> groups(Vocabulary vocabulary) {
    if (!settings.wordLines().isEmpty()) {
      return settings.wordLines().stream().map(name -> group(vocabulary, name)).toList();
    }

    List<Integer> groups = new ArrayList<>();
    for (int group = 0; group < vocabulary.groupCount(); group++) {
      if (isWord(vocabulary, group)) {
        groups.add(group);
      }
    }
    if (groups.isEmpty()) {
      throw new LearningException(
          "no template line is just the word of the token or of a neighbor, such as"
              + " U00:%x[0,word], so that word vectors could be assigned to its features; add one,"
              + " or name the lines whose features are words");
    }
    return groups;
  }

  /** Returns whether a template line is just the word of the token or of a neighbor. */
  private static boolean isWord(Vocabulary vocabulary, int group) {
    return vocabulary
        .singleCell(group)
        .filter(cell -> cell.column().equals(TokenSequence.WORD) && Math.abs(cell.offset()) <= 1)
        .isPresent();
  }

  private static int group(Vocabulary vocabulary, String name) {
    for (int group = 0; group < vocabulary.groupCount(); group++) {
      if (vocabulary.groupTemplates(group).stream().anyMatch(line -> name(line).equals(name))) {
        if (vocabulary.singleCell(group).isEmpty()) {
          throw new LearningException(
              ("the features of the template line %s are not the values of one cell, but of %s;"
                      + " name lines of one cell each")
                  .formatted(name, vocabulary.groupLines(group)));
        }
        return group;
      }
    }

    List<String> names = vocabulary.templates().unigrams().stream().map(WordLines::name).toList();
    throw new LearningException(
        "there is no template line %s; there are %s".formatted(name, names));
  }

  /** Returns the text before the first cell without a final colon: U00 for U00:%x[0,word]. */
  private static String name(FeatureTemplate line) {
    String text = line.literals().get(0);
    return text.endsWith(":") ? text.substring(0, text.length() - 1) : text;
  }
}
