package org.gpchain.annotator;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.Locale;
import org.apache.uima.UIMAException;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.fit.testing.factory.TokenBuilder;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;

/** Documents for tests: tokens stand between spaces, sentences on lines. */
final class TestDocuments {
  private TestDocuments() {}

  /** Text without annotations. */
  static JCas text(String language, String text) throws UIMAException {
    JCas document = JCasFactory.createJCas();
    document.setDocumentLanguage(language);
    document.setDocumentText(text);
    return document;
  }

  /** Text with tokens and sentences. */
  static JCas tokens(String language, String text) throws UIMAException {
    JCas document = JCasFactory.createJCas();
    new TokenBuilder<>(Token.class, Sentence.class).buildTokens(document, text);
    document.setDocumentLanguage(language);
    return document;
  }

  /** Text with tokens, sentences and parts of speech. */
  static JCas tagged(String text, String... tags) throws UIMAException {
    JCas document = tokens("en", text);
    int next = 0;
    for (Token token : JCasUtil.select(document, Token.class)) {
      String tag = tags[next++];
      if (tag != null) {
        POS pos = new POS(document, token.getBegin(), token.getEnd());
        pos.setPosValue(tag);
        pos.addToIndexes();
        token.setPos(pos);
      }
    }
    return document;
  }

  /** Checks with DKPro's assertions, which write numbers as the default locale does. */
  static void withPlainNumbers(Runnable assertions) {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.ROOT);
      assertions.run();
    } finally {
      Locale.setDefault(before);
    }
  }
}
