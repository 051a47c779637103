package org.gpchain.internal.annotator.cas;

import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;

/** Reads the sentences and tokens of a document. */
public final class CasSentences {
  /** Regular expression for one white-space or control character. */
  static final String INVISIBLE = "[\\p{Z}\\p{Cc}\\p{Cf}]";

  private static final Pattern BLANK = Pattern.compile(INVISIBLE + "*+");

  private static final String CURE =
      "; run a segmenter first, such as DKPro's OpenNlpSegmenter or BreakIteratorSegmenter";

  /** Name in messages of a document that has no identifier. */
  private static final String UNNAMED_DOCUMENT = "the document";

  private CasSentences() {}

  /**
   * A sentence with its tokens.
   *
   * @param sentence annotation of the sentence
   * @param tokens tokens in the order of the text, at least one
   */
  public record TokenizedSentence(Sentence sentence, List<Token> tokens) {}

  /**
   * Returns whether a document has no text, or only white-space and control characters, so that
   * there is nothing to segment.
   */
  public static boolean isBlank(JCas document) {
    String text = document.getDocumentText();
    return text == null || BLANK.matcher(text).matches();
  }

  /**
   * Returns the tokens of each sentence, as of {@link #tokenized}.
   *
   * @throws UnusableCasException if a document with text has no tokens or no sentences at all, or
   *     if far too many of its sentences overlap
   */
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
    checkAnnotations(document);

    List<Token> tokensWithText =
        document.getAnnotationIndex(Token.class).stream()
            .filter(token -> token.getBegin() < token.getEnd())
            .toList();
    CoveredAnnotations<Token> coveredTokens = new CoveredAnnotations<>(tokensWithText);

    List<TokenizedSentence> sentences = new ArrayList<>();
    for (Sentence sentence : document.getAnnotationIndex(Sentence.class)) {
      List<Token> tokens = coveredTokens.in(sentence);
      if (!tokens.isEmpty()) {
        sentences.add(new TokenizedSentence(sentence, tokens));
      }
    }
    return sentences;
  }

  private static void checkAnnotations(JCas document) throws UnusableCasException {
    checkType(document, Token._TypeName);
    checkType(document, Sentence._TypeName);

    if (document.getAnnotationIndex(Token.class).isEmpty()) {
      throw new UnusableCasException(
          nameOf(document) + " has no tokens; GPChain needs sentences and tokens" + CURE);
    }
    if (document.getAnnotationIndex(Sentence.class).isEmpty()) {
      throw new UnusableCasException(
          nameOf(document)
              + " has tokens, but no sentences; GPChain needs sentences and tokens"
              + CURE);
    }
  }

  private static void checkType(JCas document, String name) throws UnusableCasException {
    if (!hasType(document, name)) {
      throw new UnusableCasException(
          String.format(
              "the type system of the document has no type '%s'; GPChain reads"
                  + " DKPro's sentences and tokens: create the CAS with the types of"
                  + " dkpro-core-api-segmentation-asl, and run a segmenter that writes"
                  + " them",
              name));
    }
  }

  private static boolean hasType(JCas document, String name) {
    return document.getTypeSystem().getType(name) != null;
  }

  /**
   * Returns a name of the document for messages: its identifier or its URI, or "the document" if it
   * has neither.
   */
  public static String nameOf(JCas document) {
    if (!hasType(document, DocumentMetaData._TypeName)) {
      return UNNAMED_DOCUMENT;
    }
    Optional<DocumentMetaData> metadata =
        JCasUtil.select(document, DocumentMetaData.class).stream().findFirst();
    if (metadata.isEmpty()) {
      return UNNAMED_DOCUMENT;
    }

    String id = metadata.get().getDocumentId();
    if (id == null) {
      id = metadata.get().getDocumentUri();
    }
    return id == null ? UNNAMED_DOCUMENT : "the document '" + id + "'";
  }
}
