package org.gpchain.internal.documents.batch;

import java.io.IOException;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.documents.DocumentAnnotator;
import org.gpchain.internal.documents.SharedModels;
import org.gpchain.internal.documents.output.OutputFormat;

/** The annotators of a run: as many as are in use at the same time. */
final class Annotators implements AutoCloseable {
  private final SharedModels models;
  private final Set<OutputFormat> formats;
  private final Queue<DocumentAnnotator> idle = new ConcurrentLinkedQueue<>();

  /**
   * Makes the first annotator, so that models and documents that do not go together are refused
   * before anything is written.
   *
   * @param models models of the annotators; not closed
   * @param formats formats in which documents are going to be written
   * @throws InputException if documents cannot be read as the options have it
   */
  Annotators(SharedModels models, Set<OutputFormat> formats) throws IOException {
    this.models = models;
    this.formats = formats;
    idle.add(new DocumentAnnotator(models, formats));
  }

  SharedModels models() {
    return models;
  }

  /** Returns an annotator that is not in use; in any thread. */
  DocumentAnnotator take() throws IOException {
    DocumentAnnotator annotator = idle.poll();
    return annotator == null ? new DocumentAnnotator(models, formats) : annotator;
  }

  /** Takes back an annotator that is not in use any more; in any thread. */
  void giveBack(DocumentAnnotator annotator) {
    idle.add(annotator);
  }

  /** Closes the annotators, none of which is in use. */
  @Override
  public void close() {
    idle.forEach(DocumentAnnotator::close);
  }
}
