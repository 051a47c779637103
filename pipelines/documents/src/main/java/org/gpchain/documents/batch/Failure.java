package org.gpchain.documents.batch;

/**
 * A document that could not be annotated.
 *
 * @param line number of the line with the problem, from 1; 0 if that is not known
 * @param reason in one line
 * @param content of the document; null if it could not be read
 * @param lackOfMemory whether it may be sound, given more memory
 */
record Failure(int line, String reason, byte[] content, boolean lackOfMemory) {
  /** The line, where it is known, and the reason. */
  String message() {
    return line > 0 ? "line " + line + ": " + reason : reason;
  }
}
