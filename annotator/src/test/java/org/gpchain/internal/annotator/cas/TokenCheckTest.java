package org.gpchain.internal.annotator.cas;

import static org.assertj.core.api.Assertions.assertThat;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.List;
import org.apache.uima.UIMAException;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.jcas.JCas;
import org.junit.jupiter.api.Test;

class TokenCheckTest {
  /** Returns the warnings for a document with one sentence and tokens at offsets. */
  private static List<String> warnings(String text, int... offsets) throws UIMAException {
    JCas document = JCasFactory.createJCas();
    document.setDocumentText(text);
    new Sentence(document, 0, text.length()).addToIndexes();
    for (int i = 0; i < offsets.length; i += 2) {
      new Token(document, offsets[i], offsets[i + 1]).addToIndexes();
    }
    return warnings(document);
  }

  private static List<String> warnings(JCas document) throws UIMAException {
    TokenCheck check = new TokenCheck();
    check.add(document, CasSentences.tokenized(document), "a.xmi");
    return check.warnings();
  }

  @Test
  void noWarningsAboutTokensThatFitTheText() throws UIMAException {
    assertThat(warnings("Ada can't 😀.", 0, 3, 4, 6, 6, 9, 10, 12, 12, 13)).isEmpty();
    assertThat(warnings("我在北京。他在", 0, 1, 1, 4, 5, 6)).isEmpty();
    assertThat(warnings("wordpiece", 0, 4, 4, 9)).isEmpty();
  }

  @Test
  void warnsAboutTokensThatSplitASurrogatePair() throws UIMAException {
    assertThat(warnings("😀 Ada", 0, 1, 3, 6))
        .singleElement()
        .asString()
        .startsWith("tokens begin or end within a character (a surrogate pair): 1, such as");
  }

  @Test
  void warnsAboutShiftedTokens() throws UIMAException {
    assertThat(warnings("met Ada Wexley", 0, 3, 5, 8, 9, 14))
        .containsExactly(
            "tokens begin or end with white space: 1, such as \"met A[da ]Wexley\" at 5 to 8 of a.xmi",
            "tokens begin or end within a word: 1, such as \"met Ada W[exley]\" at 9 to 14 of a.xmi");
  }

  @Test
  void countsProblemsOverDocumentsAndShowsTheFirst() throws UIMAException {
    TokenCheck check = new TokenCheck();
    for (String name : List.of("a.xmi", "b.xmi")) {
      JCas document = JCasFactory.createJCas();
      document.setDocumentText("Ada");
      new Sentence(document, 0, 3).addToIndexes();
      new Token(document, 1, 3).addToIndexes();
      check.add(document, CasSentences.tokenized(document), name);
    }
    assertThat(check.warnings())
        .containsExactly(
            "tokens begin or end within a word: 2, such as \"A[da]\" at 1 to 3 of a.xmi");
  }

  @Test
  void warnsAboutTokensWithoutTextOrOutsideOfSentences() throws UIMAException {
    assertThat(warnings("Ada Bo", 0, 3, 3, 3, 4, 6))
        .containsExactly(
            "tokens without text were skipped: 1, such as \"Ada[] Bo\" at 3 to 3 of a.xmi");

    JCas document = JCasFactory.createJCas();
    document.setDocumentText("Ada Bo");
    new Sentence(document, 0, 3).addToIndexes();
    new Token(document, 0, 3).addToIndexes();
    new Token(document, 4, 6).addToIndexes();
    assertThat(warnings(document))
        .containsExactly(
            "tokens outside of all sentences were skipped: 1, such as \"Ada [Bo]\" at 4 to 6 of a.xmi");
  }
}
