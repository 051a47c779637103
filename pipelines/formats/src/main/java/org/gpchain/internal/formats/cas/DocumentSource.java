package org.gpchain.internal.formats.cas;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.uima.collection.CollectionReader;
import org.gpchain.internal.corpora.InputException;

/** An iterator over the UIMA documents of a corpus. */
public interface DocumentSource extends AutoCloseable {
  /** Returns whether there is another document. */
  boolean hasNext() throws IOException;

  /**
   * Returns the next document, which is valid until the next call.
   *
   * @throws InputException if the document cannot be read
   */
  ParsedDocument next() throws IOException;

  /** Returns the path of the last document for messages. */
  Path place();

  /** Returns the name of the last document; it is safe to use as a relative path. */
  String name();

  /**
   * Returns an exception for a problem with the last document, which names the document.
   *
   * @param problemAndCure exception whose message says what is wrong and what the user can do
   */
  InputException problem(Exception problemAndCure);

  /** Returns warnings about omissions and guesses so far, one line each. */
  default List<String> warnings() {
    return List.of();
  }

  /** Returns notes on how documents have been read so far, one line each. */
  default List<String> notes() {
    return List.of();
  }

  @Override
  void close() throws IOException;

  /** A function that opens the documents of an input. */
  @FunctionalInterface
  interface Opener {
    /**
     * Opens the documents of an input.
     *
     * @throws InputException if there are no documents
     */
    DocumentSource open(Path input) throws IOException;
  }

  /**
   * Returns an opener of documents in a file, a folder, an archive, or files that match a pattern
   * such as {@code corpus/*.xmi}.
   *
   * @param how options for reading documents
   */
  static Opener ofFiles(CasFormat format, CasReading how) {
    return input -> FileDocuments.open(input, format, how);
  }

  /**
   * Returns an opener of documents that a collection reader reads.
   *
   * @param readerClass class of the reader; if its parameter {@code sourceLocation} exists and is
   *     not set, it is set to the input
   * @param parameters values of parameters by name
   * @param how type system and view that are read; the reader decides about undeclared types
   */
  static Opener ofReader(
      Class<? extends CollectionReader> readerClass,
      Map<String, List<String>> parameters,
      CasReading how) {
    return input -> ReaderDocuments.open(input, readerClass, parameters, how);
  }
}
