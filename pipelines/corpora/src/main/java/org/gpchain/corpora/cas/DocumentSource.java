package org.gpchain.corpora.cas;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.uima.collection.CollectionReader;
import org.apache.uima.jcas.JCas;
import org.gpchain.corpora.InputException;

/** The documents of a corpus, one after the other. */
public interface DocumentSource extends AutoCloseable {
  boolean hasNext() throws IOException;

  /**
   * Returns the next document, which may be used until the next call.
   *
   * @throws InputException if it cannot be read
   */
  JCas next() throws IOException;

  Path place();

  /** Returns the name of the last document, which may be part of a path. */
  String name();

  InputException problem(Exception problemAndCure);

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
   * Documents in files: a file, a directory, or a pattern such as {@code corpus/*.xmi}.
   *
   * @param typeSystem description of their types; if it is null, {@code TypeSystem.xml} beside them
   *     is taken where there is one
   * @param remote whether a type system may import descriptions from anywhere; otherwise from its
   *     folder only
   */
  static Opener ofFiles(CasFormat format, Path typeSystem, boolean remote) {
    return input -> FileDocuments.open(input, format, typeSystem, remote);
  }

  /**
   * Documents that a collection reader reads.
   *
   * @param readerClass its parameter {@code sourceLocation}, if it has one, is the input unless it
   *     is set
   * @param parameters values of its parameters by name
   * @param typeSystem description of types that are not on the class path; null for none
   * @param remote whether it may import descriptions from anywhere; otherwise from its folder only
   */
  static Opener ofReader(
      Class<? extends CollectionReader> readerClass,
      Map<String, List<String>> parameters,
      Path typeSystem,
      boolean remote) {
    return input -> ReaderDocuments.open(input, readerClass, parameters, typeSystem, remote);
  }
}
