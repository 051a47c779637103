package org.gpchain.internal.training.trainers;

import java.util.Locale;

/** When a model reads the rest of a document. */
public enum DocumentContext {
  /** If held-out tokens are likelier with it, for names in a corpus of several documents. */
  AUTO,
  /** If held-out tokens are likelier with it. */
  ON,
  /** Never. */
  OFF;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
