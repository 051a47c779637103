package org.gpchain.pipelines.annotate.output;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.uima.jcas.JCas;
import org.gpchain.pipelines.corpus.InputException;
import org.gpchain.pipelines.corpus.NamedFile;

/** Where annotated documents are written. */
public interface Output {
  /**
   * Checks, before anything is annotated, that documents can be written.
   *
   * @param documents all of them; empty if they are not known yet
   * @throws InputException if they cannot
   */
  void check(List<NamedFile> documents) throws IOException;

  /** Whether the documents themselves are written; otherwise their copies only. */
  boolean writesDocuments();

  /**
   * Writes a document.
   *
   * @param source where it comes from
   * @param document what is written as XMI or binary; not used unless documents are written
   * @param copy what is written in the other formats
   * @throws InputException if it cannot be written without losing something else
   */
  void write(Path source, JCas document, AnnotatedDocument copy) throws IOException;

  /** The files that were written, in the order of the documents. */
  List<Path> files();
}
