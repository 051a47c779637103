package org.gpchain.pipelines.evaluation.comparison;

import java.util.List;
import org.gpchain.core.math.Checks;

/**
 * A text that two labellers have labelled.
 *
 * @param name of the text
 * @param first what the answers of one are worth, sentence by sentence, at least one
 * @param second those of the other for the same sentences
 */
public record ComparedText(String name, List<SentenceScore> first, List<SentenceScore> second) {
  /** Checks that the sentences are as many. */
  public ComparedText {
    first = List.copyOf(first);
    second = List.copyOf(second);
    Checks.atLeast("number of sentences", first.size(), 1);
    Checks.length("second", second.size(), first.size(), "[sentences]");
  }

  /** Texts as one, in their order. */
  static ComparedText join(String name, List<ComparedText> texts) {
    return new ComparedText(
        name,
        texts.stream().flatMap(text -> text.first.stream()).toList(),
        texts.stream().flatMap(text -> text.second.stream()).toList());
  }

  /** Number of tokens. */
  long tokens() {
    return first.stream().mapToLong(SentenceScore::tokens).sum();
  }
}
