package org.gpchain.documents.batch;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SortedMap;
import org.apache.uima.cas.TypeSystem;
import org.gpchain.core.predict.PromiseCheck;
import org.gpchain.corpora.input.InputDocument;
import org.gpchain.documents.AnnotatedResult;
import org.gpchain.documents.DocumentException;

/**
 * Where documents go, in their order.
 *
 * @param <R> what a document is between the thread that annotates it and its turn to be written
 */
interface Sink<R> extends Closeable {
  /**
   * What became of a document, until its turn comes.
   *
   * @param types of the document; null if it was annotated in pieces
   * @param failure why it could not be annotated, so that all before it are null; otherwise null
   * @param content of a document that failed; null if it could not be read, or is large
   */
  record Completed<R>(
      Statistics.Figures figures,
      TypeSystem types,
      R rendered,
      DocumentException failure,
      byte[] content) {
    static <R> Completed<R> failed(DocumentException failure, byte[] content) {
      return new Completed<>(null, null, null, failure, content);
    }
  }

  /** Makes a document ready; in any thread. Throws an IOException if nothing can be written. */
  R render(AnnotatedResult result) throws DocumentException, IOException;

  /**
   * Whether an earlier run has done a document, which is the next one, and no other in its place.
   */
  default boolean isDone(InputDocument input, String id) throws IOException {
    return false;
  }

  void add(InputDocument input, String id, Completed<R> document) throws IOException;

  /** Takes what became of promises in all documents, by model. */
  default void end(SortedMap<Path, PromiseCheck.Status> promises) throws IOException {}

  /** Says that the run ends before all documents are done. */
  default void stop() throws IOException {}

  /** What was done so far, by earlier runs too. */
  Statistics statistics();

  @Override
  default void close() throws IOException {}
}
