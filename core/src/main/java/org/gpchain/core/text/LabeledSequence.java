package org.gpchain.core.text;

import java.util.List;

/**
 * A sentence and its gold labels, one a token. Immutable.
 *
 * @param tokens the sentence
 * @param labels one label a token
 */
public record LabeledSequence(TokenSequence tokens, List<String> labels) {
  /** Copies the labels. */
  public LabeledSequence {
    labels = List.copyOf(labels);
    if (labels.size() != tokens.length()) {
      throw new IllegalArgumentException(
          "a sentence of " + tokens.length() + " tokens had " + labels.size() + " labels");
    }
  }

  /** Number of tokens. */
  public int length() {
    return tokens.length();
  }
}
