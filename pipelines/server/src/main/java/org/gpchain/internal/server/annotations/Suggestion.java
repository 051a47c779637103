package org.gpchain.internal.server.annotations;

import java.util.List;

/**
 * A suggested annotation.
 *
 * @param begin offset of the first character in the document
 * @param end offset after the last character
 * @param type suggested label
 * @param probability probability that exactly this annotation is correct
 * @param reasons features that support the annotation, the strongest first
 * @param alternatives other annotations that overlap this one, the most probable first; they have
 *     no alternatives themselves
 */
public record Suggestion(
    int begin,
    int end,
    String type,
    double probability,
    List<String> reasons,
    List<Suggestion> alternatives) {
  /** Copies the lists. */
  public Suggestion {
    reasons = List.copyOf(reasons);
    alternatives = List.copyOf(alternatives);
  }
}
