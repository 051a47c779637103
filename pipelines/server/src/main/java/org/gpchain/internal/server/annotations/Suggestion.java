package org.gpchain.internal.server.annotations;

import java.util.List;

/**
 * A suggested annotation.
 *
 * @param probability that exactly this annotation is right
 * @param reasons the features that speak for it, the strongest first
 * @param alternatives others for some of the same text, the most probable first; they have none
 */
public record Suggestion(
    int begin,
    int end,
    String type,
    double probability,
    List<String> reasons,
    List<Suggestion> alternatives) {
  public Suggestion {
    reasons = List.copyOf(reasons);
    alternatives = List.copyOf(alternatives);
  }
}
