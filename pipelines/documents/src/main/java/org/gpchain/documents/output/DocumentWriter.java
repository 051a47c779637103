package org.gpchain.documents.output;

import java.io.IOException;
import java.io.OutputStream;

/** Writes an annotated document in one format. */
@FunctionalInterface
interface DocumentWriter {
  /**
   * Writes a document.
   *
   * @param document what to write
   * @param out where to; not closed
   */
  void write(AnnotatedDocument document, OutputStream out) throws IOException;
}
