package org.gpchain.documents.batch;

import java.io.IOException;

/**
 * What became of a document, until its turn comes. One of the three is there.
 *
 * @param annotated what is kept of it, and its files
 * @param failure why it could not be annotated
 * @param problem why nothing can be written any more
 * @param <R> what its files are
 */
record Outcome<R>(Done<R> annotated, Failure failure, IOException problem) {
  /**
   * A document that was annotated.
   *
   * @param document what is kept of it
   * @param rendered its files
   */
  record Done<R>(Annotated document, R rendered) {}

  static <R> Outcome<R> annotated(Annotated document, R rendered) {
    return new Outcome<>(new Done<>(document, rendered), null, null);
  }

  static <R> Outcome<R> failed(Failure failure) {
    return new Outcome<>(null, failure, null);
  }

  static <R> Outcome<R> stopped(IOException problem) {
    return new Outcome<>(null, null, problem);
  }
}
