package org.gpchain.documents.output;

import org.gpchain.documents.page.ModelCard;

/**
 * The annotations of one model.
 *
 * @param model name of the model
 * @param type full name of the annotation type that it writes
 * @param card what is known of the model; null if it annotated the document earlier
 */
public record Layer(String model, String type, ModelCard card) {
  /** A layer that was there before. */
  static Layer earlier(String model, String type) {
    return new Layer(model, type, null);
  }

  boolean has(String otherModel, String otherType) {
    return model.equals(otherModel) && type.equals(otherType);
  }

  /** What is known of the model as a phrase, for people. */
  String phrase() {
    return card == null ? model + " (annotated earlier)" : card.phrase();
  }
}
