package org.gpchain.internal.annotator.cas;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.uima.jcas.JCas;
import org.gpchain.internal.annotator.cas.CasSentences.TokenizedSentence;
import org.gpchain.internal.core.tokens.UnspacedScripts;

/**
 * A check for tokens that do not fit the text of their document, for example because the text was
 * edited, or a conversion counted characters differently. Faults are counted over any number of
 * documents. Not thread-safe.
 */
public final class TokenCheck {
  /** Number of characters on each side of a token that messages show. */
  private static final int CONTEXT = 10;

  private final Finding emptyTokens = new Finding("tokens without text were skipped");
  private final Finding outside = new Finding("tokens outside of all sentences were skipped");
  private final Finding surrogates =
      new Finding("tokens begin or end within a character (a surrogate pair)");
  private final Finding spaces = new Finding("tokens begin or end with white space");
  private final Finding cutWords = new Finding("tokens begin or end within a word");

  /** Text of the document that is being checked. */
  private String text;

  /** Name of the document that is being checked. */
  private String documentName;

  /** One kind of fault, with its first example. */
  private static final class Finding {
    private final String fault;
    private int count;
    private String example;

    Finding(String fault) {
      this.fault = fault;
    }

    void add(String token) {
      count++;
      if (example == null) {
        example = token;
      }
    }
  }

  /**
   * Checks the tokens of a document. Blank documents are not checked.
   *
   * @param cas the document
   * @param sentences sentences of the document, with its original tokens
   * @param name name of the document, for examples
   */
  public void add(JCas cas, List<TokenizedSentence> sentences, String name) {
    if (CasSentences.isBlank(cas)) {
      return;
    }
    text = cas.getDocumentText();
    documentName = name;

    int tokenCount = 0;
    for (TokenizedSentence sentence : sentences) {
      add(sentence.tokens());
      tokenCount += sentence.tokens().size();
    }
    if (tokenCount < cas.getAnnotationIndex(Token.class).size()) {
      addSkipped(cas, sentences);
    }
  }

  private void addSkipped(JCas document, List<TokenizedSentence> sentences) {
    Set<Token> tokensInSentences = new HashSet<>();
    for (TokenizedSentence sentence : sentences) {
      tokensInSentences.addAll(sentence.tokens());
    }

    for (Token token : document.getAnnotationIndex(Token.class)) {
      if (token.getBegin() >= token.getEnd()) {
        emptyTokens.add(shown(token.getBegin(), token.getEnd()));
      } else if (!tokensInSentences.contains(token)) {
        outside.add(shown(token.getBegin(), token.getEnd()));
      }
    }
  }

  private void add(List<Token> tokens) {
    int lastEnd = -1;
    for (int t = 0; t < tokens.size(); t++) {
      int begin = tokens.get(t).getBegin();
      int end = tokens.get(t).getEnd();
      int nextBegin = t + 1 < tokens.size() ? tokens.get(t + 1).getBegin() : -1;

      if (isWithinPair(begin) || isWithinPair(end)) {
        surrogates.add(shown(begin, end));
      } else if (isSpace(text.charAt(begin)) || isSpace(text.charAt(end - 1))) {
        spaces.add(shown(begin, end));
      } else if ((begin > lastEnd && isWithinWord(begin))
          || (end != nextBegin && isWithinWord(end))) {
        cutWords.add(shown(begin, end));
      }
      lastEnd = end;
    }
  }

  /** Returns whether an offset lies between the two halves of a surrogate pair. */
  private boolean isWithinPair(int offset) {
    return offset > 0
        && offset < text.length()
        && Character.isSurrogatePair(text.charAt(offset - 1), text.charAt(offset));
  }

  private static boolean isSpace(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c);
  }

  private boolean isWithinWord(int offset) {
    return offset > 0
        && offset < text.length()
        && isLetterOfWord(text.charAt(offset - 1))
        && isLetterOfWord(text.charAt(offset));
  }

  /** Returns whether a character is a letter of a script that puts spaces between words. */
  private static boolean isLetterOfWord(char c) {
    return Character.isLetter(c) && !UnspacedScripts.contains(c);
  }

  /**
   * Returns a token with the text around it, such as {@code "met H[anna] Wexley" at 5 to 9 of a}.
   */
  private String shown(int begin, int end) {
    String before = text.substring(Math.max(0, begin - CONTEXT), begin);
    String after = text.substring(end, Math.min(text.length(), end + CONTEXT));
    return "\"%s[%s]%s\" at %s to %s of %s"
        .formatted(before, text.substring(begin, end), after, begin, end, documentName);
  }

  /**
   * Returns a warning for each kind of fault, with the number of tokens and an example; empty if
   * all tokens fit.
   */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    for (Finding finding : List.of(emptyTokens, outside, surrogates, spaces, cutWords)) {
      if (finding.count > 0) {
        warnings.add("%s: %s, such as %s".formatted(finding.fault, finding.count, finding.example));
      }
    }
    return warnings;
  }
}
