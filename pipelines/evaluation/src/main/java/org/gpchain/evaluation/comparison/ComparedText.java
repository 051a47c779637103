package org.gpchain.evaluation.comparison;

import java.util.List;
import java.util.stream.Stream;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;

/**
 * A text that two labellers have labelled.
 *
 * @param name of the text
 * @param scheme in which its segments are shown
 * @param words those of each sentence, at least one sentence
 * @param first what the answers of one are worth, sentence by sentence
 * @param second those of the other for the same sentences
 */
public record ComparedText(
    String name,
    TagScheme scheme,
    List<List<String>> words,
    List<SentenceScore> first,
    List<SentenceScore> second) {
  /** Texts as one, in their order. */
  static ComparedText join(String name, List<ComparedText> texts) {
    return new ComparedText(
        name,
        texts.get(0).scheme,
        texts.stream().flatMap(text -> text.words.stream()).toList(),
        texts.stream().flatMap(text -> text.first.stream()).toList(),
        texts.stream().flatMap(text -> text.second.stream()).toList());
  }

  /** What to show of tokens: their words, or whatever column comes first. */
  static List<String> words(TokenSequence tokens) {
    return tokens.column(
        tokens.has(TokenSequence.WORD) ? TokenSequence.WORD : tokens.columnNames().get(0));
  }

  /** Whether both labellers have a metric, in every sentence. */
  boolean has(Metric metric) {
    return Stream.of(first, second)
        .flatMap(List::stream)
        .allMatch(score -> score.sums().containsKey(metric));
  }

  /** Number of tokens. */
  long tokens() {
    return first.stream().mapToLong(SentenceScore::tokens).sum();
  }
}
