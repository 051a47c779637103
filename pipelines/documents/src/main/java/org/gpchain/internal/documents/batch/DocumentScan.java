package org.gpchain.internal.documents.batch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Consumer;
import org.apache.commons.io.function.IOBiConsumer;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.documents.AnnotatedResult;
import org.gpchain.internal.documents.DocumentAnnotator;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.documents.SharedModels;
import org.gpchain.internal.documents.batch.sink.Sink;
import org.gpchain.internal.documents.batch.sink.Statistics;
import org.gpchain.internal.formats.input.InputCursor;
import org.gpchain.internal.formats.input.InputDocument;

/**
 * Reads documents twice: first all of them, with the sentences as a model requires them; then
 * selected ones again, unchanged or annotated. Therefore, the memory does not depend on the size of
 * the documents.
 */
public final class DocumentScan {
  private final Documents documents;

  /** Identities of the documents of the first pass, in order. */
  private final List<byte[]> identities = new ArrayList<>();

  /** Receives the documents of the first pass and keeps a result of each. */
  public interface Visitor<R> {
    /** Returns the result for a document. Called in any thread. */
    R read(String text, List<Passage> sentences) throws DocumentException;

    /**
     * Receives the result of the next document. Called in the order of the documents.
     *
     * @param number index of the document among all inputs, from 0, including documents that failed
     * @param id unique name, which can be used as a file name
     */
    void add(long number, String id, R read) throws IOException;
  }

  /** Passes documents to a visitor. */
  private record VisitorSink<R>(
      Visitor<R> visitor, Consumer<String> failures, List<byte[]> identities, Statistics statistics)
      implements Sink<R> {
    @Override
    public R render(AnnotatedResult result) throws DocumentException {
      return visitor.read(result.copy().text(), result.additions().sentences());
    }

    @Override
    public void add(InputDocument input, String id, Completed<R> document) throws IOException {
      if (document.failure() != null) {
        statistics.addFailure(document.failure());
        failures.accept(input.place() + ": " + document.failure().description());
      } else {
        visitor.add(identities.size(), id, document.rendered());
        statistics.add(identities.size(), id, document.figures());
      }
      identities.add(input.identity());
    }
  }

  private DocumentScan(Documents documents) {
    this.documents = documents;
  }

  /**
   * Opens a scan. The first model of the options defines the columns of the sentences.
   *
   * @throws InputException if an input does not exist
   */
  public static DocumentScan open(BatchOptions options) throws IOException {
    return new DocumentScan(Documents.open(options, null));
  }

  /** Returns whether documents can be read again: not if their list comes from standard input. */
  public boolean isRepeatable() {
    return documents.areRead() || !documents.inputs().areListedOnStandardInput();
  }

  /** Returns whether documents are files, which can be copied. */
  public boolean areFiles() {
    return !documents.areRead();
  }

  /**
   * Reads all documents.
   *
   * @param failures receives a line for each document that cannot be read
   * @param progress receives the progress; not closed
   * @throws InputException if the model and the documents do not fit together, or if the input is a
   *     single file that cannot be read
   * @throws IOException if input fails
   */
  public <R> BatchResult read(Visitor<R> visitor, Consumer<String> failures, BatchProgress progress)
      throws IOException {
    Sink<R> sink = new VisitorSink<>(visitor, failures, identities, new Statistics());
    try (SharedModels models = SharedModels.forReading(documents.annotate());
        Annotators annotators = new Annotators(models, documents.options().formats())) {
      return new BatchRun<>(documents, annotators, sink, progress).run();
    }
  }

  /**
   * Annotates selected documents in their order.
   *
   * @param numbers indices of the documents
   * @param consumer receives the index and the document, which is valid until the next call
   * @throws IOException if a document cannot be annotated
   */
  public void annotated(SortedSet<Long> numbers, IOBiConsumer<Long, AnnotatedResult> consumer)
      throws IOException {
    try (SharedModels models = SharedModels.load(documents.annotate(), 1);
        DocumentAnnotator annotator =
            new DocumentAnnotator(models, documents.options().formats())) {
      fetch(numbers, (number, input) -> consumer.accept(number, annotate(input, annotator)));
    }
  }

  private static AnnotatedResult annotate(InputDocument input, DocumentAnnotator annotator)
      throws IOException {
    try {
      return Documents.annotate(input, annotator, input.content().read());
    } catch (DocumentException e) {
      throw new InputException(Path.of(input.place()), e.line(), e.getMessage(), e);
    }
  }

  /**
   * Reads selected documents again in their order.
   *
   * @param numbers indices of the documents
   * @param consumer receives the index and the document, which is valid until the next call
   * @throws IOException if a document has changed
   */
  public void fetch(SortedSet<Long> numbers, IOBiConsumer<Long, InputDocument> consumer)
      throws IOException {
    long last = numbers.isEmpty() ? -1 : numbers.last();
    try (InputCursor cursor = documents.inputs().open()) {
      for (long number = 0; number <= last; number++) {
        InputDocument input = cursor.next();
        if (input == null || !Arrays.equals(input.identity(), identities.get((int) number))) {
          throw new IOException(
              "the documents were changed while they were read; run the command"
                  + " again, and do not change the input meanwhile");
        }
        try {
          if (numbers.contains(number)) {
            consumer.accept(number, input);
          }
        } finally {
          input.content().release();
        }
      }
    }
  }
}
