package org.gpchain.internal.annotator.cas;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import org.apache.uima.jcas.JCas;
import org.gpchain.internal.annotator.cas.CasSentences.TokenizedSentence;
import org.gpchain.internal.core.tokens.TokenProfile;
import org.gpchain.internal.core.tokens.TokenProfile.Convention;
import org.gpchain.internal.core.tokens.TokenSplitter;

/**
 * A divider of tokens that follows the conventions of the training corpus of a model: {@code
 * Miller's} becomes {@code Miller} and {@code 's} if that corpus splits clitics. The tokens in the
 * document stay unchanged; the parts are annotations outside of its indexes. Not thread-safe.
 */
public final class TokenDivider {
  /** Maximum number of entries in the cache of divided words. */
  private static final int MAX_CACHED_WORDS = 100_000;

  private final TokenProfile profile;
  private final boolean dividesAny;

  /** Cached results of {@link TokenSplitter#split}: the ends of the parts of each word. */
  private final Map<String, int[]> cachedEnds = new HashMap<>();

  /**
   * Creates a divider that follows the conventions of a profile.
   *
   * @param profile conventions of the training corpus; tokens are divided only by conventions that
   *     are known to split words
   */
  public TokenDivider(TokenProfile profile) {
    this.profile = profile;
    this.dividesAny =
        profile.clitics() == Convention.SPLIT
            || profile.hyphens() == Convention.SPLIT
            || profile.elisions() == Convention.SPLIT
            || profile.han() == Convention.SPLIT;
  }

  /**
   * The sentences of a document with divided tokens.
   *
   * @param sentences sentences with the document's tokens or, where these were divided, the parts
   * @param ownTokens maps the first part of each divided token to the token of the document
   * @param dividedCount number of tokens that were divided
   * @param example example of a divided token and its parts; null if no token was divided
   */
  public record Divided(
      List<TokenizedSentence> sentences,
      Map<Token, Token> ownTokens,
      int dividedCount,
      String example) {
    /**
     * Returns tokens in which each first part is replaced by the token of the document. Other parts
     * are kept.
     */
    public List<Token> withOwnTokens(List<Token> tokens) {
      if (ownTokens.isEmpty()) {
        return tokens;
      }
      return tokens.stream().map(token -> ownTokens.getOrDefault(token, token)).toList();
    }

    /**
     * Returns a summary of the divided tokens, such as {@code 2 tokens, such as 'Miller's' (Miller
     * | 's)}.
     */
    public Optional<String> summary() {
      if (dividedCount == 0) {
        return Optional.empty();
      }
      String tokens = dividedCount == 1 ? "1 token" : dividedCount + " tokens, such as";
      return Optional.of(tokens + " " + example);
    }
  }

  /** Divides the tokens of a document. Sentences without a divided token are returned unchanged. */
  public Divided divide(JCas document, List<TokenizedSentence> sentences) {
    Map<Token, Token> ownTokens = new HashMap<>();
    if (!dividesAny) {
      return new Divided(sentences, ownTokens, 0, null);
    }

    List<TokenizedSentence> divided = new ArrayList<>(sentences.size());
    int dividedCount = 0;
    String example = null;
    for (TokenizedSentence sentence : sentences) {
      List<Token> parts = new ArrayList<>(sentence.tokens().size());
      for (Token token : sentence.tokens()) {
        int[] ends = ends(token);
        if (ends.length <= 1) {
          parts.add(token);
          continue;
        }

        List<Token> tokenParts = parts(document, token, ends);
        ownTokens.put(tokenParts.get(0), token);
        parts.addAll(tokenParts);
        dividedCount++;
        if (example == null) {
          example = example(token, tokenParts);
        }
      }

      if (parts.size() == sentence.tokens().size()) {
        divided.add(sentence);
      } else {
        divided.add(new TokenizedSentence(sentence.sentence(), parts));
      }
    }
    return new Divided(divided, ownTokens, dividedCount, example);
  }

  /** Returns the ends of the parts of a token, relative to its begin; empty if it is not split. */
  private int[] ends(Token token) {
    String text = token.getCoveredText();
    boolean hasOtherForm = TokenReader.hasFeature(token, "form") && !text.equals(token.getText());
    if (hasOtherForm) {
      // The splitter would return offsets into the form, which are not offsets into the text.
      return new int[0];
    }

    int[] ends = cachedEnds.get(text);
    if (ends == null) {
      if (cachedEnds.size() >= MAX_CACHED_WORDS) {
        cachedEnds.clear();
      }
      ends = TokenSplitter.split(text, profile);
      cachedEnds.put(text, ends);
    }
    return ends;
  }

  private static List<Token> parts(JCas document, Token token, int[] ends) {
    List<Token> parts = new ArrayList<>(ends.length);
    int begin = token.getBegin();
    for (int end : ends) {
      Token part = new Token(document, begin, token.getBegin() + end);
      if (TokenReader.hasFeature(token, "pos")) {
        part.setPos(partOfSpeech(document, part).orElse(token.getPos()));
      }
      parts.add(part);
      begin = part.getEnd();
    }
    return parts;
  }

  /** Returns the part of speech that an earlier engine gave to exactly this part. */
  private static Optional<POS> partOfSpeech(JCas document, Token part) {
    return document.select(POS.class).at(part).findFirst();
  }

  private static String example(Token token, List<Token> parts) {
    StringJoiner texts = new StringJoiner(" | ");
    for (Token part : parts) {
      texts.add(part.getCoveredText());
    }
    return "'%s' at offset %s (%s)".formatted(token.getCoveredText(), token.getBegin(), texts);
  }
}
