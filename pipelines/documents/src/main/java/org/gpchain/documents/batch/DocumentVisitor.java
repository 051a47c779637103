package org.gpchain.documents.batch;

import java.io.IOException;
import java.util.List;
import org.gpchain.documents.AnnotatedResult.ReadSentence;
import org.gpchain.documents.DocumentException;

/**
 * Is shown the documents of a run, which are not written.
 *
 * @param <R> what is kept of a document
 */
public interface DocumentVisitor<R> {
  /**
   * What is kept of a document; called in any thread.
   *
   * @param sentences as the model reads them
   * @throws DocumentException if the document cannot be used
   */
  R read(List<ReadSentence> sentences) throws DocumentException;

  /**
   * Takes what was kept of the next document, in their order.
   *
   * @param number of the document, from 0; those that failed count
   * @param id a name that no other one has, and that may be that of a file
   */
  void add(long number, String id, R read) throws IOException;

  /** Is told of a document that failed, in place of {@link #add}. */
  void fail(String problem);
}
