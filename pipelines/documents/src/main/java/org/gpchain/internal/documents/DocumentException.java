package org.gpchain.internal.documents;

import java.util.Objects;
import java.util.stream.Stream;
import org.gpchain.internal.corpora.InputException;

/**
 * A document that cannot be annotated, whatever the reason. The message says why in one line, and
 * what to do; it does not name the document.
 */
public final class DocumentException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int line;

  /**
   * @param line number of its line, from 1; 0 if that is not known
   * @param reason what is wrong, and what to do about it
   * @param cause how it was found; may be null
   */
  public DocumentException(int line, String reason, Throwable cause) {
    super(InputException.oneLine(reason), cause);
    this.line = line;
  }

  public int line() {
    return line;
  }

  /** The line, where it is known, and the message. */
  public String description() {
    return line > 0 ? "line " + line + ": " + getMessage() : getMessage();
  }

  /** Whether the heap was too small; with more of it, or alone in it, the document may be sound. */
  public boolean isLackOfMemory() {
    return hasCause(OutOfMemoryError.class);
  }

  /** Whether it may have left something behind in engines, so that they must not be used again. */
  boolean mayHaveDamaged() {
    return hasCause(Error.class);
  }

  private boolean hasCause(Class<? extends Error> type) {
    return Stream.iterate(getCause(), Objects::nonNull, Throwable::getCause)
        .anyMatch(type::isInstance);
  }
}
