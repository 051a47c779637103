package org.gpchain.annotator;

/** Whether tokens are divided as the training corpus of a model divides them. */
public enum TokenDivision {
  /** Tokens are divided, and a warning for each document says so. */
  WARN,
  /** Tokens are divided without a warning. */
  SILENT,
  /** Tokens stay as they are. */
  OFF
}
