package org.gpchain.internal.server.annotations;

import java.util.List;

/**
 * A suggested annotation.
 *
 * @param begin offset of the first character in the document
 * @param end offset after the last character
 * @param type suggested label
 * @param probability probability that exactly this annotation is correct; 0 if it is unknown
 * @param reasons features that support the annotation, the strongest first
 * @param alternatives other annotations that overlap this one, the most probable first; they have
 *     no alternatives themselves
 * @param shippedModel name of the model or list of names that alone made the suggestion, if it was
 *     not trained on the project and the project's own model does not know the label; otherwise
 *     empty
 */
public record Suggestion(
    int begin,
    int end,
    String type,
    double probability,
    List<String> reasons,
    List<Suggestion> alternatives,
    String shippedModel) {
  /** Copies the lists. */
  public Suggestion {
    reasons = List.copyOf(reasons);
    alternatives = List.copyOf(alternatives);
  }

  /**
   * Creates a suggestion of a project's own model, or of the only model, without reasons and
   * alternatives.
   */
  public Suggestion(int begin, int end, String type, double probability) {
    this(begin, end, type, probability, List.of(), List.of(), "");
  }

  /** Returns this suggestion with another label and other alternatives. */
  public Suggestion with(String otherType, List<Suggestion> otherAlternatives) {
    return new Suggestion(
        begin, end, otherType, probability, reasons, otherAlternatives, shippedModel);
  }
}
