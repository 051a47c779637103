package org.gpchain.internal.training.graybox;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.gpchain.core.features.FeatureTemplate;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.gp.kernel.EmbeddingKernel;
import org.gpchain.internal.training.data.WordVectors;
import org.gpchain.training.LearningException;

/**
 * Joins word vectors to the features of those template lines that are words.
 *
 * @param settings with word vectors
 */
record WordLines(SparseSettings settings) {
  /** Column that is derived from the word: lower case. */
  private static final String LOWER = "lower";

  /**
   * The vocabulary with the first words of the vectors as features of these lines, so that a token
   * whose word is not in the training corpus has a vector too.
   *
   * @throws LearningException if there are no such lines
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
    boolean lower = vocabulary.singleCell(group).orElseThrow().column().equals(LOWER);
    List<String> values = new ArrayList<>();
    for (String word :
        vectors.words().subList(0, Math.min(settings.extraWords(), vectors.words().size()))) {
      String other = lower ? word.toLowerCase(Locale.ROOT) : capitalised(word);
      if (!lower) {
        values.add(word);
      }
      // A lower-case word stands for its capitalised forms too, as at the beginning of a sentence.
      if (vectors.row(other) >= 0) {
        values.add(other);
      }
    }
    return values;
  }

  private static String capitalised(String word) {
    int first = word.isEmpty() ? 0 : word.offsetByCodePoints(0, 1);
    return word.substring(0, first).toUpperCase(Locale.ROOT) + word.substring(first);
  }

  /**
   * A kernel for each line, of variance 1.
   *
   * @param vocabulary the extended one
   * @param rows training tokens over its features; not modified
   * @throws LearningException if no training token has a vector
   */
  List<EmbeddingKernel> kernels(Vocabulary vocabulary, SparseRows rows) {
    WordVectors vectors = settings.vectors();
    List<EmbeddingKernel> kernels = new ArrayList<>();
    boolean[] used = new boolean[vocabulary.featureCount()];
    Arrays.stream(rows.usedColumns()).forEach(feature -> used[feature] = true);
    boolean found = false;
    for (int group : groups(vocabulary)) {
      int[] vectorOfFeature = new int[used.length];
      Arrays.fill(vectorOfFeature, -1);
      List<String> words = vocabulary.singleCellValues(group);
      for (int i = 0; i < words.size(); i++) {
        int feature = vocabulary.groupStart(group) + i;
        vectorOfFeature[feature] = vectors.row(words.get(i));
        found |= used[feature] && vectorOfFeature[feature] >= 0;
      }
      kernels.add(new EmbeddingKernel(vectorOfFeature, vectors.vectors(), vectors.dimension(), 1));
    }
    if (!found) {
      throw new LearningException(
          "no word of the training corpus has a word vector; give vectors of its language, or other"
              + " template lines that are words");
    }
    return kernels;
  }

  private List<Integer> groups(Vocabulary vocabulary) {
    if (settings.wordLines().isEmpty()) {
      List<Integer> usual =
          IntStream.range(0, vocabulary.groupCount())
              .filter(group -> isUsual(vocabulary, group))
              .boxed()
              .toList();
      if (usual.isEmpty()) {
        throw new LearningException(
            "no template line is just the word of the token or of a neighbour, such as"
                + " U00:%x[0,word], which word vectors could be joined to; add one, or name the"
                + " lines that are words");
      }
      return usual;
    }
    return settings.wordLines().stream().map(name -> group(vocabulary, name)).toList();
  }

  private static boolean isUsual(Vocabulary vocabulary, int group) {
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
    throw new LearningException(
        "there is no template line %s; there are %s"
            .formatted(
                name, vocabulary.templates().unigrams().stream().map(WordLines::name).toList()));
  }

  /** The text before the first cell, without the colon at its end: U00 of U00:%x[0,word]. */
  private static String name(FeatureTemplate line) {
    String text = line.literals().get(0);
    return text.endsWith(":") ? text.substring(0, text.length() - 1) : text;
  }
}
