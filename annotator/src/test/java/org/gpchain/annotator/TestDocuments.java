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

/** Documents for tests, whose text has spaces between tokens and a line for each sentence. */
final class TestDocuments {
  private TestDocuments() {}

  /** Returns a document without annotations. */
  static JCas text(String language, String text) throws UIMAException {
    JCas document = JCasFactory.createJCas();
    document.setDocumentLanguage(language);
    document.setDocumentText(text);
    return document;
  }

  /** Returns a document with tokens and sentences. */
  static JCas tokens(String language, String text) throws UIMAException {
    JCas document = JCasFactory.createJCas();
    new TokenBuilder<>(Token.class, Sentence.class).buildTokens(document, text);
    document.setDocumentLanguage(language);
    return document;
  }

  /**
   * Returns an English document with tokens, sentences and parts of speech.
   *
   * @param tags a tag for each token, or null for a token without part of speech
   */
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

  /** Runs assertions of DKPro in the root locale, since they format numbers by the default one. */
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
