package org.gpchain.internal.cli;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.corpora.CorpusReader;
import org.gpchain.internal.corpora.plaintext.Detokenizer;
import org.gpchain.internal.corpora.plaintext.PlainText;

/**
 * The raw texts of a corpus: the texts of its documents or, for files with columns, texts
 * reconstructed from the tokens.
 */
final class CorpusTexts {
  private final int maxSentences;
  private final List<PlainText> documentTexts = new ArrayList<>();
  private int sentenceCount;

  /**
   * Creates an empty collection.
   *
   * @param maxSentences number of sentences after which no more texts are collected
   */
  CorpusTexts(int maxSentences) {
    this.maxSentences = maxSentences;
  }

  /** Returns a reader that also collects the texts of the documents that it reads. */
  CorpusReader collecting(CorpusReader reader) {
    return reader.withTexts(this::add);
  }

  private void add(PlainText text) {
    if (sentenceCount < maxSentences) {
      documentTexts.add(text);
      sentenceCount += text.tokens().size();
    }
  }

  /**
   * Returns the texts of the first sentences of the corpus that was read, in order.
   *
   * @param language language of the corpus
   * @param sentences all sentences of the corpus
   */
  List<PlainText> of(String language, List<LabeledSequence> sentences) {
    if (!documentTexts.isEmpty()) {
      return documentTexts;
    }

    List<LabeledSequence> first = sentences.subList(0, Math.min(maxSentences, sentences.size()));
    List<List<String>> tokens =
        first.stream().map(sentence -> sentence.tokens().column(TokenSequence.WORD)).toList();
    int[] documents = first.stream().mapToInt(LabeledSequence::document).toArray();
    return Detokenizer.texts(language, tokens, documents);
  }
}
