package org.gpchain.internal.cli.benchmark;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.List;
import org.apache.uima.jcas.JCas;
import org.gpchain.core.text.TokenSequence;

/** Fills CASes with sentences, tokens and parts of speech. */
final class CasFiller {
  private CasFiller() {}

  /** Resets a CAS and fills it with sentences, one per line. */
  static void fill(JCas document, List<TokenSequence> sentences) {
    document.reset();
    StringBuilder text = new StringBuilder();
    for (TokenSequence sentence : sentences) {
      int start = text.length();
      List<String> words = sentence.column(TokenSequence.WORD);
      List<String> tags = sentence.column(TokenSequence.POS);
      for (int t = 0; t < words.size(); t++) {
        int begin = text.length();
        text.append(words.get(t));
        Token token = new Token(document, begin, text.length());
        POS pos = new POS(document, begin, text.length());
        pos.setPosValue(tags.get(t));
        pos.addToIndexes();
        token.setPos(pos);
        token.addToIndexes();
        text.append(t + 1 < words.size() ? ' ' : '\n');
      }
      new Sentence(document, start, text.length() - 1).addToIndexes();
    }
    document.setDocumentLanguage("en");
    document.setDocumentText(text.toString());
  }
}
