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
 * Divides tokens of other engines as the training corpus of a model would have: {@code Miller's}
 * becomes {@code Miller} and {@code 's}, if that corpus splits clitics. The document keeps its
 * tokens; the parts are annotations that are not in its indexes. Not thread-safe.
 */
public final class TokenDivider {
  /** Maximum number of different words whose parts are remembered. */
  private static final int MAX_KNOWN_WORDS = 100_000;

  private final TokenProfile profile;
  private final boolean dividesAny;

  /** The ends of the parts of words, as of {@link TokenSplitter#split}. */
  private final Map<String, int[]> knownWords = new HashMap<>();

  /**
   * Creates a divider that follows the conventions of a profile.
   *
   * @param profile of the training corpus; a convention that is unknown, or keeps words whole,
   *     divides nothing
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
   * @param sentences with the document's own tokens, or parts of them
   * @param ownTokens the document's token of each first part
   * @param dividedCount number of tokens that were divided
   * @param example one of them and its parts; null if none was divided
   */
  public record Divided(
      List<TokenizedSentence> sentences,
      Map<Token, Token> ownTokens,
      int dividedCount,
      String example) {
    /**
     * Returns tokens with the document's own ones in the place of their first parts. Later parts
     * stay.
     */
    public List<Token> withOwnTokens(List<Token> tokens) {
      if (ownTokens.isEmpty()) {
        return tokens;
      }
      return tokens.stream().map(token -> ownTokens.getOrDefault(token, token)).toList();
    }

    /** Returns what was divided, such as {@code 2 tokens, such as 'Miller's' (Miller | 's)}. */
    public Optional<String> summary() {
      if (dividedCount == 0) {
        return Optional.empty();
      }
      String tokens = dividedCount == 1 ? "1 token" : dividedCount + " tokens, such as";
      return Optional.of(tokens + " " + example);
    }
  }

  /**
   * Divides the tokens of a document. If there is nothing to divide, the sentences stay as they
   * are.
   */
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
        List<Token> own = parts(document, token, ends);
        ownTokens.put(own.get(0), token);
        parts.addAll(own);
        dividedCount++;
        if (example == null) {
          example = example(token, own);
        }
      }
      boolean isSame = parts.size() == sentence.tokens().size();
      divided.add(isSame ? sentence : new TokenizedSentence(sentence.sentence(), parts));
    }
    return new Divided(divided, ownTokens, dividedCount, example);
  }

  /** Returns where the parts of a token end, relative to its begin. */
  private int[] ends(Token token) {
    String text = token.getCoveredText();
    boolean hasOtherForm = TokenReader.hasFeature(token, "form") && !text.equals(token.getText());
    if (hasOtherForm) {
      // Offsets into the form would not be offsets into the text.
      return new int[0];
    }

    int[] ends = knownWords.get(text);
    if (ends == null) {
      if (knownWords.size() >= MAX_KNOWN_WORDS) {
        knownWords.clear();
      }
      ends = TokenSplitter.split(text, profile);
      knownWords.put(text, ends);
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
    parts.forEach(part -> texts.add(part.getCoveredText()));
    return "'%s' at offset %s (%s)".formatted(token.getCoveredText(), token.getBegin(), texts);
  }
}
