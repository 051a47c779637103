package org.gpchain.internal.documents.batch;

import java.io.IOException;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.documents.DocumentAnnotator;
import org.gpchain.internal.documents.SharedModels;
import org.gpchain.internal.documents.output.OutputFormat;

/** A pool of annotators for the threads of a run. */
final class Annotators implements AutoCloseable {
  private final SharedModels models;
  private final Set<OutputFormat> formats;
  private final Queue<DocumentAnnotator> idle = new ConcurrentLinkedQueue<>();

  /**
   * Creates the first annotator. If the models and the documents do not fit together, this fails
   * before anything is written.
   *
   * @param models models of the annotators; not closed
   * @param formats formats in which documents will be written
   * @throws InputException if documents cannot be read with the options
   */
  Annotators(SharedModels models, Set<OutputFormat> formats) throws IOException {
    this.models = models;
    this.formats = formats;
    idle.add(new DocumentAnnotator(models, formats));
  }

  /** Returns the models of the annotators. */
  SharedModels models() {
    return models;
  }

  /** Returns an annotator for the calling thread. Thread-safe. */
  DocumentAnnotator take() throws IOException {
    DocumentAnnotator annotator = idle.poll();
    if (annotator == null) {
      return new DocumentAnnotator(models, formats);
    }
    return annotator;
  }

  /** Returns an annotator to the pool. Thread-safe. */
  void giveBack(DocumentAnnotator annotator) {
    idle.add(annotator);
  }

  /** Closes the annotators. None may be in use. */
  @Override
  public void close() {
    idle.forEach(DocumentAnnotator::close);
  }
}
