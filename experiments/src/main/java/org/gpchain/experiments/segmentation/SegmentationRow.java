package org.gpchain.experiments.segmentation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import opennlp.tools.util.Span;
import org.gpchain.core.text.SpanCounts;

/**
 * Agreement of the sentences and tokens found in a text with the gold ones of its corpus.
 *
 * @param corpus name of the corpus
 * @param text how the text was made: {@code joined} from tokens or {@code original}
 * @param language of the corpus
 * @param tokens gold and found tokens
 * @param sentences gold and found sentences
 */
public record SegmentationRow(
    String corpus, String text, String language, SpanCounts tokens, SpanCounts sentences) {

  /** Counts the spans that are the same in two lists, each without duplicates. */
  static SpanCounts count(List<Span> gold, List<Span> found) {
    Set<Span> correct = new HashSet<>(gold);
    correct.retainAll(new HashSet<>(found));
    return new SpanCounts(gold.size(), found.size(), correct.size());
  }
}
