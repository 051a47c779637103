package org.gpchain.evaluation.selection;

import java.util.Locale;

/** What is chosen. */
public enum Unit {
  /** Sentences that have tokens. */
  SENTENCE,
  /** Documents. */
  DOCUMENT;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
