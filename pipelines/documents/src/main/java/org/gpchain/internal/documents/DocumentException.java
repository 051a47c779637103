package org.gpchain.internal.documents;

import org.gpchain.internal.corpora.InputException;

/**
 * Thrown if a document cannot be annotated. The message gives the reason and the remedy in one
 * line; it does not contain the name of the document.
 */
public final class DocumentException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int line;

  /**
   * Creates an exception.
   *
   * @param line line number in the document, from 1; 0 if it is unknown
   * @param reason the reason and the remedy
   * @param cause cause; may be null
   */
  public DocumentException(int line, String reason, Throwable cause) {
    super(InputException.oneLine(reason), cause);
    this.line = line;
  }

  /** Returns the line number, from 1, or 0 if it is unknown. */
  public int line() {
    return line;
  }

  /** Returns the message, preceded by the line number if it is known. */
  public String description() {
    if (line == 0) {
      return getMessage();
    }
    return "line " + line + ": " + getMessage();
  }

  /**
   * Returns whether memory ran out. The document may succeed with a larger heap or if it is
   * annotated alone.
   */
  public boolean isLackOfMemory() {
    return hasCause(OutOfMemoryError.class);
  }

  /** Returns whether the failure may have damaged engines, so that they must not be reused. */
  boolean mayHaveDamaged() {
    return hasCause(Error.class);
  }

  private boolean hasCause(Class<? extends Error> type) {
    for (Throwable cause = getCause(); cause != null; cause = cause.getCause()) {
      if (type.isInstance(cause)) {
        return true;
      }
    }
    return false;
  }
}
