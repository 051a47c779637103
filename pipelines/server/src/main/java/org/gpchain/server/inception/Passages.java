package org.gpchain.server.inception;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.List;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.annotator.cas.CasSentences;
import org.gpchain.annotator.cas.TokenReader;
import org.gpchain.annotator.cas.TokenizedSentence;
import org.gpchain.annotator.cas.UnusableCasException;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.server.http.Refusal;
import org.gpchain.server.models.Passage;
import org.gpchain.server.models.Sentences;
import org.gpchain.server.models.Unit;

/** What of a document gets labels: its tokens, sentence by sentence, or its sentences. */
final class Passages {
  private Passages() {}

  /**
   * Copies the units of a document.
   *
   * @throws Refusal if it has a text, but no sentences or tokens
   */
  static List<Passage> of(JCas document, Unit unit) throws Refusal {
    try {
      List<TokenizedSentence> sentences = CasSentences.tokenized(document);
      List<List<Token>> tokens = sentences.stream().map(TokenizedSentence::tokens).toList();
      List<TokenSequence> words =
          TokenReader.of(List.of(TokenSequence.WORD), "").read(document, tokens);
      return unit == Unit.SENTENCES ? ofSentences(sentences, words) : ofTokens(tokens, words);
    } catch (UnusableCasException e) {
      throw new Refusal(Refusal.UNUSABLE, e.getMessage(), e);
    }
  }

  private static List<Passage> ofTokens(List<List<Token>> sentences, List<TokenSequence> words) {
    List<Passage> passages = new ArrayList<>(sentences.size());
    for (int s = 0; s < sentences.size(); s++) {
      List<Token> tokens = sentences.get(s);
      passages.add(
          new Passage(
              words.get(s),
              tokens.stream().mapToInt(Annotation::getBegin).toArray(),
              tokens.stream().mapToInt(Annotation::getEnd).toArray()));
    }
    return passages;
  }

  private static List<Passage> ofSentences(
      List<TokenizedSentence> sentences, List<TokenSequence> words) {
    return sentences.isEmpty()
        ? List.of()
        : List.of(
            new Passage(
                Sentences.units(
                    words.stream().map(sentence -> sentence.column(TokenSequence.WORD)).toList()),
                sentences.stream().mapToInt(one -> one.sentence().getBegin()).toArray(),
                sentences.stream().mapToInt(one -> one.sentence().getEnd()).toArray()));
  }
}
