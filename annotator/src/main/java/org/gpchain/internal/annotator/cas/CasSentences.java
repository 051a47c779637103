package org.gpchain.internal.annotator.cas;

import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;

/** The sentences of a document. */
public final class CasSentences {
  /** White space and control characters, as a regular expression. */
  static final String INVISIBLE = "[\\p{Z}\\p{Cc}\\p{Cf}]";

  private static final Pattern BLANK = Pattern.compile(INVISIBLE + "*+");

  private static final String CURE =
      "; run a segmenter first, such as DKPro's OpenNlpSegmenter or BreakIteratorSegmenter";

  private CasSentences() {}

  /**
   * @param tokens in the order of the text, at least one
   */
  public record TokenizedSentence(Sentence sentence, List<Token> tokens) {}

  /** Whether there is nothing to segment: no text, or nothing in it that could be seen. */
  public static boolean isBlank(JCas document) {
    String text = document.getDocumentText();
    return text == null || BLANK.matcher(text).matches();
  }

  public static List<List<Token>> of(JCas document) throws UnusableCasException {
    return tokenized(document).stream().map(TokenizedSentence::tokens).toList();
  }

  /**
   * Returns the sentences that have any tokens, in the order of the text. Tokens outside of all
   * sentences, and tokens without text, are left out; {@link TokenCheck} reports them. A blank
   * document has no sentences.
   *
   * @throws UnusableCasException if a document with text has no tokens or no sentences at all, or
   *     if far too many of its sentences overlap
   */
  public static List<TokenizedSentence> tokenized(JCas document) throws UnusableCasException {
    if (isBlank(document)) {
      return List.of();
    }
    checkType(document, Token._TypeName);
    checkType(document, Sentence._TypeName);
    boolean hasTokens = !document.getAnnotationIndex(Token.class).isEmpty();
    if (!hasTokens || document.getAnnotationIndex(Sentence.class).isEmpty()) {
      String lack = hasTokens ? " has tokens, but no sentences" : " has no tokens";
      throw new UnusableCasException(
          nameOf(document) + lack + "; GPChain needs sentences and tokens" + CURE);
    }
    List<TokenizedSentence> sentences = new ArrayList<>();
    List<Token> tokensWithText =
        document.getAnnotationIndex(Token.class).stream()
            .filter(token -> token.getBegin() < token.getEnd())
            .toList();
    CoveredAnnotations<Token> all = new CoveredAnnotations<>(tokensWithText);
    for (Sentence sentence : document.getAnnotationIndex(Sentence.class)) {
      List<Token> tokens = all.in(sentence);
      if (!tokens.isEmpty()) {
        sentences.add(new TokenizedSentence(sentence, tokens));
      }
    }
    return sentences;
  }

  private static void checkType(JCas document, String name) throws UnusableCasException {
    if (!hasType(document, name)) {
      throw new UnusableCasException(
          String.format(
              "the type system of the document has no type '%s'; GPChain reads DKPro's sentences"
                  + " and tokens: make the CAS with the types of dkpro-core-api-segmentation-asl,"
                  + " and run a segmenter that writes them",
              name));
    }
  }

  private static boolean hasType(JCas document, String name) {
    return document.getTypeSystem().getType(name) != null;
  }

  /** A name of the document for messages: its identifier, if it has one. */
  public static String nameOf(JCas document) {
    if (!hasType(document, DocumentMetaData._TypeName)) {
      return "the document";
    }
    return JCasUtil.select(document, DocumentMetaData.class).stream()
        .findFirst()
        .map(data -> data.getDocumentId() == null ? data.getDocumentUri() : data.getDocumentId())
        .map(id -> "the document '" + id + "'")
        .orElse("the document");
  }
}
