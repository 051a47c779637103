package org.gpchain.internal.formats.cas;

import java.io.IOException;

/** An exception for a document that is damaged, contradicts itself, or exceeds a limit. */
final class DamagedDocumentException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Line number, from 1; 0 if it is unknown, or the format has no lines. */
  final int line;

  DamagedDocumentException(String problem) {
    this(0, problem, null);
  }

  /**
   * Creates an exception.
   *
   * @param line line number, from 1; 0 if it is unknown
   * @param cause exception that revealed the problem; may be null
   */
  DamagedDocumentException(int line, String problem, Throwable cause) {
    super(problem, cause);
    this.line = line;
  }
}
