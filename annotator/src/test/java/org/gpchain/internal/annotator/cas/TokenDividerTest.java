package org.gpchain.internal.annotator.cas;

import static org.assertj.core.api.Assertions.assertThat;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.List;
import org.apache.uima.UIMAException;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.fit.testing.factory.TokenBuilder;
import org.apache.uima.jcas.JCas;
import org.gpchain.internal.annotator.cas.CasSentences.TokenizedSentence;
import org.gpchain.internal.annotator.cas.TokenDivider.Divided;
import org.gpchain.internal.core.tokens.TokenProfile;
import org.gpchain.internal.core.tokens.TokenProfile.Convention;
import org.junit.jupiter.api.Test;

class TokenDividerTest {
  private static final TokenProfile CLITICS =
      new TokenProfile(
          Convention.SPLIT, Convention.UNKNOWN, Convention.UNKNOWN, Convention.UNKNOWN);

  private static JCas document(String text) throws UIMAException {
    JCas document = JCasFactory.createJCas();
    new TokenBuilder<>(Token.class, Sentence.class).buildTokens(document, text);
    return document;
  }

  private static Divided divide(JCas document) throws UIMAException {
    return new TokenDivider(CLITICS).divide(document, CasSentences.tokenized(document));
  }

  @Test
  void summaryCountsDividedTokensAndShowsTheFirst() throws UIMAException {
    Divided divided = divide(document("Ada's cat didn't\nsleep in Bo's"));
    assertThat(divided.summary()).hasValue("3 tokens, such as 'Ada's' at offset 0 (Ada | 's)");
    assertThat(divided.sentences().get(0).tokens())
        .extracting(Token::getCoveredText)
        .containsExactly("Ada", "'s", "cat", "did", "n't");
    assertThat(divide(document("Ada's")).summary())
        .hasValue("1 token 'Ada's' at offset 0 (Ada | 's)");
  }

  @Test
  void keepsSentencesWithoutDivisibleTokens() throws UIMAException {
    JCas document = document("Ada sleeps");
    List<TokenizedSentence> sentences = CasSentences.tokenized(document);
    Divided divided = new TokenDivider(CLITICS).divide(document, sentences);
    assertThat(divided.sentences()).isEqualTo(sentences);
    assertThat(divided.summary()).isEmpty();
  }

  @Test
  void keepsTokensWhoseFormIsNotTheirText() throws UIMAException {
    JCas document = document("Ada's");
    document.select(Token.class).single().setText("Ada`s");
    assertThat(divide(document).summary()).isEmpty();
  }

  @Test
  void partsHaveThePartOfSpeechAtTheirOffsetsOrOfTheToken() throws UIMAException {
    JCas document = document("Ada's Bo's");
    POS ofToken = pos(document, 0, 5, "NNP");
    document.select(Token.class).get(0).setPos(ofToken);
    pos(document, 6, 8, "NNP");
    pos(document, 8, 10, "POS");

    List<Token> parts = divide(document).sentences().get(0).tokens();
    assertThat(parts).extracting(Token::getPosValue).containsExactly("NNP", "NNP", "NNP", "POS");
  }

  private static POS pos(JCas document, int begin, int end, String tag) {
    POS pos = new POS(document, begin, end);
    pos.setPosValue(tag);
    pos.addToIndexes();
    return pos;
  }
}
