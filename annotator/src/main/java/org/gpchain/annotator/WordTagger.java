package org.gpchain.annotator;

import java.util.List;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;

/**
 * A part-of-speech tagger that uses a GPChain model and reads only words. It also tags training
 * corpora: a model that was trained on manual tags would not have learned to cope with the mistakes
 * of the tagger. Not thread-safe.
 */
public final class WordTagger {
  private final Tagger tagger;
  private final Workspace workspace = new Workspace();

  /**
   * Creates a tagger.
   *
   * @param model model of token labels
   * @throws IllegalArgumentException if the model predicts segments, or needs columns other than
   *     words
   */
  public WordTagger(Model model) {
    List<String> columns = model.requiredColumns();
    boolean needsOnlyWords = List.of(TokenSequence.WORD).containsAll(columns);
    if (model.scheme() != TagScheme.TOKEN || !needsOnlyWords) {
      throw new IllegalArgumentException(
          String.format(
              "this model predicts labels of the scheme %s from the columns %s; use"
                  + " a model that predicts parts of speech (TOKEN) from words only",
              model.scheme(), columns));
    }
    tagger = model.tagger();
  }

  /**
   * Returns a sentence whose column {@link TokenSequence#POS} holds the predicted tags of its
   * words. An existing column is replaced.
   *
   * @param tokens sentence
   * @param tags whether the best tag or all possible tags of a token are written
   */
  public TokenSequence tag(TokenSequence tokens, PosTags tags) {
    List<String> words = tokens.column(TokenSequence.WORD);
    Prediction predicted = tagger.tag(TokenSequence.ofWords(words), workspace);
    return withTags(tokens, predicted, tags);
  }

  /**
   * Returns a sentence whose column {@link TokenSequence#POS} holds predicted tags. An existing
   * column is replaced.
   *
   * @param tokens sentence
   * @param predicted prediction of a tagger for the words of the sentence
   * @param tags whether the best tag or all possible tags of a token are written
   */
  public static TokenSequence withTags(TokenSequence tokens, Prediction predicted, PosTags tags) {
    if (tags == PosTags.BEST) {
      return tokens.replace(TokenSequence.POS, predicted.labels());
    }
    return tokens.replaceWeighted(TokenSequence.POS, predicted.possibleTags());
  }
}
