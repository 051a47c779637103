package org.gpchain.documents;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.uima.jcas.JCas;
import org.gpchain.corpora.InputException;

/** Reads documents of one format, for one thread. */
@FunctionalInterface
public interface DocumentParser {
  /** What exceptions call a document; whoever catches them knows better. */
  Path PLACE = Path.of("document");

  /**
   * Reads a document.
   *
   * @param origin its name, and where it comes from
   * @param content of the file; not modified
   * @return the document, which may be used until the next one is read
   * @throws InputException if it cannot be read
   */
  JCas parse(Origin origin, byte[] content) throws IOException;
}
