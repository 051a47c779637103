package org.gpchain.internal.training.trainers;

import java.util.Locale;

/**
 * The choice whether a model reads a document twice. In its second pass, it uses the labels that
 * the first pass has assigned to other occurrences of a word in the document.
 */
public enum DocumentContext {
  /**
   * Two passes if the corpus has names in several documents, and if the second pass increases the
   * likelihood of held-out tokens.
   */
  AUTO,

  /** Two passes if the second pass increases the likelihood of held-out tokens. */
  ON,

  /** Always one pass. */
  OFF;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
