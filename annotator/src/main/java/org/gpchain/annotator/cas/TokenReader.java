package org.gpchain.annotator.cas;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.uima.jcas.JCas;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;

/**
 * Copies tokens out of the CAS, as the columns {@code word} (the token's form, or the text it
 * covers) and, if requested, {@code pos}: the raw tag of its part of speech or, if these are
 * requested and in the document, all that are possible, with their probabilities.
 */
public final class TokenReader {
  private final boolean withPos;
  private final String posNeed;
  private final PosTags posTags;

  private TokenReader(boolean withPos, String posNeed, PosTags posTags) {
    this.withPos = withPos;
    this.posNeed = posNeed;
    this.posTags = posTags;
  }

  /**
   * A reader of the given columns, with one part of speech for each token.
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
    return new TokenReader(columns.contains(TokenSequence.POS), posNeed, PosTags.BEST);
  }

  /** This reader, for so many parts of speech of a token where the document has probabilities. */
  public TokenReader with(PosTags tags) {
    return new TokenReader(withPos, posNeed, tags);
  }

  /**
   * Copies sentences. Their parts of speech are a weighted column where the probability of any of
   * them is known and requested; those of tokens for which it is not weigh one.
   *
   * @param document that they are of
   * @param sentences the tokens of each
   * @throws UnusableCasException if a part of speech is needed and missing
   */
  public List<TokenSequence> read(JCas document, List<List<Token>> sentences)
      throws UnusableCasException {
    PossiblePos possible =
        withPos && posTags == PosTags.POSSIBLE ? new PossiblePos(document) : null;
    List<TokenSequence> sequences = new ArrayList<>(sentences.size());
    for (List<Token> tokens : sentences) {
      TokenSequence sequence = read(tokens);
      sequences.add(
          possible == null || possible.isEmpty() ? sequence : weighted(sequence, tokens, possible));
    }
    return sequences;
  }

  private static TokenSequence weighted(
      TokenSequence sequence, List<Token> tokens, PossiblePos possible) {
    List<Optional<List<WeightedValue>>> known = tokens.stream().map(possible::of).toList();
    if (known.stream().allMatch(Optional::isEmpty)) {
      return sequence;
    }
    List<List<WeightedValue>> single = sequence.cells(TokenSequence.POS);
    List<List<WeightedValue>> cells = new ArrayList<>(tokens.size());
    for (int t = 0; t < tokens.size(); t++) {
      cells.add(known.get(t).orElse(single.get(t)));
    }
    return sequence.replaceWeighted(TokenSequence.POS, cells);
  }

  private TokenSequence read(List<Token> tokens) throws UnusableCasException {
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
