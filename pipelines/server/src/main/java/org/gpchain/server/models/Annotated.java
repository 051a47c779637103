package org.gpchain.server.models;

import java.util.List;

/**
 * A document with suggestions.
 *
 * @param sentences with their tokens, in order
 * @param suggestions in the order of the text
 */
public record Annotated(List<Passage> sentences, List<Suggestion> suggestions) {
  /** Copies the lists. */
  public Annotated {
    sentences = List.copyOf(sentences);
    suggestions = List.copyOf(suggestions);
  }
}
