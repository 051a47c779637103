package org.gpchain.annotator.cas;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.TokenSequence;

/**
 * Copies tokens out of the CAS, as the columns {@code word} (the token's form, or the text it
 * covers) and, if requested, {@code pos} (the raw tag of its part of speech).
 */
public final class TokenReader {
  private final boolean withPos;
  private final String posNeed;

  private TokenReader(boolean withPos, String posNeed) {
    this.withPos = withPos;
    this.posNeed = posNeed;
  }

  /**
   * A reader of the given columns.
   *
   * @param columns {@code word} and {@code pos}, or fewer; the words are always read
   * @param posNeed ends the message "the token … has no part of speech": what needs it, and how to
   *     get it
   * @throws UnusableCasException if another column is requested
   */
  public static TokenReader of(List<String> columns, String posNeed) throws UnusableCasException {
    for (String column : columns) {
      if (!column.equals(TokenSequence.WORD) && !column.equals(TokenSequence.POS)) {
        throw new UnusableCasException(
            "the column '"
                + column
                + "' cannot be read from a CAS, which gives 'word' and 'pos'; train a model with"
                + " templates that use only these and the columns derived from the word");
      }
    }
    return new TokenReader(columns.contains(TokenSequence.POS), posNeed);
  }

  /**
   * Copies one sentence.
   *
   * @throws UnusableCasException if a part of speech is needed and missing
   */
  public TokenSequence read(List<Token> tokens) throws UnusableCasException {
    List<String> words = new ArrayList<>(tokens.size());
    for (Token token : tokens) {
      words.add(textOf(token));
    }
    TokenSequence sentence = TokenSequence.ofWords(words);
    return withPos ? sentence.with(TokenSequence.POS, tags(tokens)) : sentence;
  }

  private List<String> tags(List<Token> tokens) throws UnusableCasException {
    List<String> tags = new ArrayList<>(tokens.size());
    for (Token token : tokens) {
      String tag = hasFeature(token, "pos") ? token.getPosValue() : null;
      if (tag == null) {
        throw new UnusableCasException(
            "the token '"
                + textOf(token)
                + "' at offset "
                + token.getBegin()
                + " has no part of speech, "
                + posNeed);
      }
      tags.add(tag);
    }
    return tags;
  }

  /** The form of a token, for which the types of some tools have no feature, or its text. */
  private static String textOf(Token token) {
    return hasFeature(token, "form") ? token.getText() : token.getCoveredText();
  }

  private static boolean hasFeature(Token token, String name) {
    return token.getType().getFeatureByBaseName(name) != null;
  }
}
