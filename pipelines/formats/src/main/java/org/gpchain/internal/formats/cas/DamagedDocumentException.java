package org.gpchain.internal.formats.cas;

import java.io.IOException;

/**
 * A document that cannot be read, since it is damaged, contradicts itself, or is beyond a limit.
 */
final class DamagedDocumentException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Number of the line, from 1; 0 if it is not known, or there are no lines. */
  final int line;

  DamagedDocumentException(String problem) {
    this(0, problem, null);
  }

  /**
   * @param cause how it was found; may be null
   */
  DamagedDocumentException(int line, String problem, Throwable cause) {
    super(problem, cause);
    this.line = line;
  }
}
