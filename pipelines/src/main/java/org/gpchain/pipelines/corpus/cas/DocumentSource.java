package org.gpchain.pipelines.corpus.cas;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.uima.jcas.JCas;
import org.gpchain.pipelines.corpus.InputException;

/** The documents of a corpus, one after the other. */
interface DocumentSource extends AutoCloseable {
  /** Whether there is another document. */
  boolean hasNext() throws IOException;

  /**
   * The next document, which may be used until the next call.
   *
   * @throws InputException if it cannot be read
   */
  JCas next() throws IOException;

  /** Where the last document comes from. */
  Path place();

  /** A problem with the last document, and what to do about it. */
  InputException problem(Exception problemAndCure);

  @Override
  void close();

  /** Opens sources. */
  @FunctionalInterface
  interface Opener {
    /**
     * Opens the documents that a user has named.
     *
     * @throws InputException if there are none
     */
    DocumentSource open(Path input) throws IOException;
  }
}
