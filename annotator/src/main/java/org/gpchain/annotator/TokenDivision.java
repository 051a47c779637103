package org.gpchain.annotator;

/** Modes for dividing the tokens of documents by the conventions of a model's training corpus. */
public enum TokenDivision {
  /** Tokens are divided, and a warning is logged for each document with divided tokens. */
  WARN,
  /** Tokens are divided without a warning. */
  SILENT,
  /** Tokens are not divided. */
  OFF
}
