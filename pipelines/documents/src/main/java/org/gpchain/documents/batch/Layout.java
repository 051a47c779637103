package org.gpchain.documents.batch;

import java.io.IOException;
import java.util.Set;
import org.gpchain.documents.AnnotatedResult;
import org.gpchain.documents.DocumentException;

/**
 * How annotated documents are written.
 *
 * @param <R> what a document is between the thread that annotates it and its turn to be written
 */
interface Layout<R> {
  /**
   * Makes a document ready; in any thread.
   *
   * @param id name of its output
   * @throws DocumentException if it cannot be written
   * @throws IOException if nothing can be written
   */
  R render(String id, AnnotatedResult result) throws DocumentException, IOException;

  /**
   * Adds a document that was made ready, in the order of the documents.
   *
   * @param number of the document, from 0
   */
  void add(long number, String id, R rendered) throws IOException;

  /** Drops a document that was made ready. */
  void discard(R rendered) throws IOException;

  /**
   * Whether what was added is to be committed now.
   *
   * @param documents number of documents so far, of all groups
   */
  boolean isDue(long documents);

  /** Whether a group may end with any document. */
  boolean mayEndAnywhere();

  /**
   * The names of all archives.
   *
   * @param documents number of documents
   */
  Set<String> archives(long documents);

  /** Finishes what was added, which is about to be committed. */
  void finish() throws IOException;
}
