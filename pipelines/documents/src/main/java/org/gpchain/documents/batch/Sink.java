package org.gpchain.documents.batch;

import java.io.Closeable;
import java.io.IOException;
import org.gpchain.documents.AnnotatedResult;
import org.gpchain.documents.DocumentException;
import org.gpchain.documents.input.BatchInput;

/**
 * Where documents go, in their order.
 *
 * @param <R> what a document is between the thread that annotates it and its turn to be written
 */
interface Sink<R> extends Closeable {
  /** Makes a document ready; in any thread. */
  R render(String id, AnnotatedResult result) throws DocumentException, IOException;

  /**
   * Whether an earlier run has done a document, which is the next one.
   *
   * @throws IOException if it has done another one in its place
   */
  boolean isDone(BatchInput input, String id) throws IOException;

  /** Takes the next document. */
  void add(BatchInput input, String id, Outcome<R> outcome) throws IOException;

  /** Says that there are no more documents. */
  void end() throws IOException;

  /** Says that the run ends before all documents are done. */
  void stop() throws IOException;

  /** What was done so far, by earlier runs too. */
  Statistics statistics();
}
