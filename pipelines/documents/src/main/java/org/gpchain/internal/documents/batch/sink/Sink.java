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
 * The destination of annotated documents, which arrive in the order of the inputs.
 *
 * @param <R> form in which a document is passed from the thread that annotates it to the sink
 */
public interface Sink<R> extends Closeable {
  /**
   * A document that was annotated or has failed.
   *
   * @param figures figures of the document; null if it failed
   * @param types types of the document; null if it failed or was annotated in pieces
   * @param rendered the document, prepared for writing; null if it failed
   * @param failure reason of a failure; null if the document was annotated
   * @param content content of a document that failed; null if it is unknown or large
   * @param hash {@linkplain Journal#contentHash hash} of the document's content
   */
  record Completed<R>(
      Statistics.Figures figures,
      TypeSystem types,
      R rendered,
      DocumentException failure,
      byte[] content,
      byte[] hash) {
    /** Creates a document whose content is unknown. */
    public Completed(
        Statistics.Figures figures,
        TypeSystem types,
        R rendered,
        DocumentException failure,
        byte[] content) {
      this(figures, types, rendered, failure, content, Journal.contentHash(null));
    }

    /** Returns this document with the hash of its content. */
    public Completed<R> withHash(byte[] newHash) {
      return new Completed<>(figures, types, rendered, failure, content, newHash);
    }

    /** Returns a document that failed. */
    public static <R> Completed<R> failed(DocumentException failure, byte[] content) {
      return new Completed<>(null, null, null, failure, content);
    }
  }

  /**
   * Returns a sink that writes files or archives to a folder, depending on the layout. It continues
   * after the documents of the journal, which is not closed.
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
   * @param out receives the documents; not closed
   * @param errors receives a line for each document that failed
   */
  static Sink<byte[]> ofStream(PrintWriter out, OutputFormat format, Consumer<String> errors) {
    return new StreamSink(out, format, errors);
  }

  /** Prepares a document for writing. Called in any thread. */
  R render(AnnotatedResult result) throws DocumentException, IOException;

  /**
   * Returns whether an earlier run finished the next document. If so, skips the document.
   *
   * @param id name of the document's output
   * @throws org.gpchain.internal.corpora.InputException if the earlier run had another document at
   *     this position
   */
  default boolean isDone(InputDocument input, String id) throws IOException {
    return false;
  }

  /**
   * Returns whether output files of the last document that {@link #isDone} has skipped are missing
   * or have another size now. Then the document must be {@linkplain #repeat repeated}.
   *
   * @param id name of the document's output
   * @throws org.gpchain.internal.corpora.InputException if files are damaged that this document
   *     shares with other documents
   */
  default boolean isDamaged(String id) throws IOException {
    return false;
  }

  /** Writes the files of a document that an earlier run finished. */
  default void repeat(String id, Completed<R> document) throws IOException {}

  /** Returns notes about files that were written again or deleted. */
  default List<String> notes() {
    return List.of();
  }

  /** Writes the next document, or records its failure. */
  void add(InputDocument input, String id, Completed<R> document) throws IOException;

  /**
   * Ends a run after its last document.
   *
   * @param promises status of the models' promises for all documents, by the file of the model
   */
  default void end(SortedMap<Path, PromiseCheck.Status> promises) throws IOException {}

  /** Ends a run early. A later run can continue it. */
  default void stop() throws IOException {}

  /** Returns the figures of all documents so far, including documents of earlier runs. */
  Statistics statistics();

  @Override
  default void close() throws IOException {}
}
