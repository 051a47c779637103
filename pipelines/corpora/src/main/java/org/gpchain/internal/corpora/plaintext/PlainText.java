package org.gpchain.internal.corpora.plaintext;

import java.util.List;
import opennlp.tools.util.Span;

/**
 * A text with the offsets of the tokens from which it was joined.
 *
 * @param text plain text, with blank lines between paragraphs
 * @param tokens begin and end offsets in {@code text} of each token of each sentence, in order
 */
public record PlainText(String text, List<List<Span>> tokens) {
  public PlainText {
    tokens = tokens.stream().map(List::copyOf).toList();
  }
}
