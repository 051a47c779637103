package org.gpchain.experiments.segmentation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import opennlp.tools.util.Span;
import org.gpchain.core.text.SpanCounts;

/**
 * Accuracy of sentence splitting and tokenization on a text.
 *
 * @param corpus name of the corpus
 * @param text origin of the text: {@code joined} from tokens or {@code original}
 * @param language language of the corpus
 * @param tokens numbers of gold, predicted and correct tokens
 * @param sentences numbers of gold, predicted and correct sentences
 */
public record SegmentationRow(
    String corpus, String text, String language, SpanCounts tokens, SpanCounts sentences) {

  int goldSentences() {
    return sentences.gold();
  }

  int goldTokens() {
    return tokens.gold();
  }

  double tokenPrecision() {
    return tokens.precision();
  }

  double tokenRecall() {
    return tokens.recall();
  }

  double tokenF1() {
    return tokens.f1();
  }

  double sentenceF1() {
    return sentences.f1();
  }

  /** Counts gold, found and correct spans. Neither list may contain duplicates. */
  static SpanCounts count(List<Span> gold, List<Span> found) {
    Set<Span> correct = new HashSet<>(gold);
    correct.retainAll(new HashSet<>(found));
    return new SpanCounts(gold.size(), found.size(), correct.size());
  }
}
