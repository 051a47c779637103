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
 * A model that makes parts of speech from words, for corpora that a model is to be trained on: one
 * that was trained on tags made by hand would meet the tagger's mistakes unprepared. For one
 * thread.
 */
public final class WordTagger {
  private final Tagger tagger;
  private final Workspace workspace = new Workspace();

  /**
   * The tagger of a model.
   *
   * @throws IllegalArgumentException if the model does not make labels of tokens from words alone
   */
  public WordTagger(Model model) {
    List<String> columns = model.requiredColumns();
    if (model.scheme() != TagScheme.TOKEN || !List.of(TokenSequence.WORD).containsAll(columns)) {
      throw new IllegalArgumentException(
          String.format(
              "this model makes labels of the scheme %s from the columns %s, not parts of speech"
                  + " from words",
              model.scheme(), columns));
    }
    tagger = model.tagger();
  }

  /**
   * A sentence with the tags of its words as its column {@link TokenSequence#POS}, in place of one
   * that may be there.
   */
  public TokenSequence tag(TokenSequence tokens, PosTags tags) {
    List<String> words = tokens.column(TokenSequence.WORD);
    return withTags(tokens, tagger.tag(TokenSequence.ofWords(words), workspace), tags);
  }

  /** A sentence with predicted tags, as of {@link #tag}. */
  public static TokenSequence withTags(TokenSequence tokens, Prediction predicted, PosTags tags) {
    return tags == PosTags.BEST
        ? tokens.replace(TokenSequence.POS, predicted.labels())
        : tokens.replaceWeighted(TokenSequence.POS, predicted.possibleTags());
  }
}
