package org.gpchain.corpora;

/** What a line of a file with columns is. */
public enum LineKind {
  /** A token. */
  TOKEN,
  /** The end of a sentence. */
  BLANK,
  /** The beginning of a document, which ends a sentence too. */
  DOCUMENT_MARK
}
