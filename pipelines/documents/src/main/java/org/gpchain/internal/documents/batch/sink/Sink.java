package org.gpchain.internal.documents.batch.sink;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.apache.uima.cas.TypeSystem;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.internal.documents.AnnotatedResult;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.output.AnnotatedDocument.Layer;
import org.gpchain.internal.documents.output.OutputFormat;
import org.gpchain.internal.formats.input.InputDocument;

/**
 * Where documents go, one after the other in the order of the inputs.
 *
 * @param <R> form of a document between the thread that annotates it and its turn to be written
 */
public interface Sink<R> extends Closeable {
  /**
   * A document that was annotated or has failed, and waits for its turn.
   *
   * @param types types of the document; null if it was annotated in pieces
   * @param failure why it could not be annotated, and then all components before are null; or null
   * @param content content of a document that failed; null if it could not be read, or is large
   */
  record Completed<R>(
      Statistics.Figures figures,
      TypeSystem types,
      R rendered,
      DocumentException failure,
      byte[] content) {
    /** Returns a document that failed. */
    public static <R> Completed<R> failed(DocumentException failure, byte[] content) {
      return new Completed<>(null, null, null, failure, content);
    }
  }

  /**
   * Returns a sink for a folder: with a file for each document or with archives, as the layout has
   * it. It continues after the documents of the journal, which is not closed.
   */
  static Sink<?> ofFolder(Journal journal, OutputLayout layout, List<Layer> layers)
      throws IOException {
    if (layout.hasArchives()) {
      return new ShardSink(journal, layout, layers);
    }
    return new FileSink(journal, layout, layers);
  }

  /**
   * Returns a sink that prints one document after the other.
   *
   * @param out takes the documents; not closed
   * @param errors takes a line for each document that failed
   */
  static Sink<byte[]> ofStream(PrintWriter out, OutputFormat format, Consumer<String> errors) {
    return new StreamSink(out, format, errors);
  }

  /** Prepares a document for writing; called in any thread. */
  R render(AnnotatedResult result) throws DocumentException, IOException;

  /**
   * Returns whether an earlier run has finished the next document; if so, skips it.
   *
   * @param id name of the document's output
   * @throws org.gpchain.internal.corpora.InputException if the earlier run had another document in
   *     its place
   */
  default boolean isDone(InputDocument input, String id) throws IOException {
    return false;
  }

  /** Writes the next document, or notes its failure. */
  void add(InputDocument input, String id, Completed<R> document) throws IOException;

  /**
   * Ends a run after its last document.
   *
   * @param promises what became of promises in all documents, by model
   */
  default void end(SortedMap<Path, PromiseCheck.Status> promises) throws IOException {}

  /** Ends a run before all documents are done. */
  default void stop() throws IOException {}

  /** Returns the figures of all documents so far, those of earlier runs included. */
  Statistics statistics();

  @Override
  default void close() throws IOException {}
}
