package org.gpchain.internal.formats.cas;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.uima.collection.CollectionReader;
import org.gpchain.internal.corpora.InputException;

/** The documents of a corpus, one after the other. */
public interface DocumentSource extends AutoCloseable {
  boolean hasNext() throws IOException;

  /**
   * Returns the next document, which may be used until the next call.
   *
   * @throws InputException if it cannot be read
   */
  ParsedDocument next() throws IOException;

  Path place();

  /** Returns the name of the last document, which may be part of a path. */
  String name();

  InputException problem(Exception problemAndCure);

  /** Returns what was left out or guessed so far, one line each. */
  default List<String> warnings() {
    return List.of();
  }

  /** Returns what a user should know of how documents were read so far, one line each. */
  default List<String> notes() {
    return List.of();
  }

  @Override
  void close() throws IOException;

  @FunctionalInterface
  interface Opener {
    /**
     * Opens the documents that a user has named.
     *
     * @throws InputException if there are none
     */
    DocumentSource open(Path input) throws IOException;
  }

  /**
   * Documents in files: a file, a folder, an archive, or a pattern such as {@code corpus/*.xmi}.
   *
   * @param how where their types are described, and what of them is read
   */
  static Opener ofFiles(CasFormat format, CasReading how) {
    return input -> FileDocuments.open(input, format, how);
  }

  /**
   * Documents that a collection reader reads.
   *
   * @param readerClass its parameter {@code sourceLocation}, if it has one, is the input unless it
   *     is set
   * @param parameters values of its parameters by name
   * @param how a description of types that are not on the class path, and which view is read; what
   *     is not declared is up to the reader
   */
  static Opener ofReader(
      Class<? extends CollectionReader> readerClass,
      Map<String, List<String>> parameters,
      CasReading how) {
    return input -> ReaderDocuments.open(input, readerClass, parameters, how);
  }
}
