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
 * Documents that are gone through twice: first all of them are read, as a model needs them, then
 * some are fetched again, as they are or annotated. So memory does not grow with what is in them.
 */
public final class DocumentScan {
  private final Documents documents;

  /** Of the documents that were read, in their order. */
  private final List<byte[]> identities = new ArrayList<>();

  /** Is shown the documents of a run, which are not written, and keeps something of each. */
  public interface Visitor<R> {
    /** What is kept of a document and its sentences; called in any thread. */
    R read(String text, List<Passage> sentences) throws DocumentException;

    /**
     * Takes what was kept of the next document, in their order.
     *
     * @param number index of the document among all inputs, from 0; documents that failed are
     *     counted
     * @param id a name that no other one has, and that may be that of a file
     */
    void add(long number, String id, R read) throws IOException;
  }

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
   * The first model of the options reads the documents.
   *
   * @throws InputException if there is no such input
   */
  public static DocumentScan open(BatchOptions options) throws IOException {
    return new DocumentScan(Documents.open(options, null));
  }

  /** Whether documents can be gone through a second time. */
  public boolean isRepeatable() {
    return documents.areRead() || !documents.inputs().areListedOnStandardInput();
  }

  /** Whether documents are files, which can be copied. */
  public boolean areFiles() {
    return !documents.areRead();
  }

  /**
   * @param failures is told of documents that cannot be read
   * @param progress is told how many are done; not closed
   * @throws InputException if the model does not go with the documents, or if the only document,
   *     which the user has named, cannot be read
   * @throws IOException if nothing more can be read
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
   * Annotates documents in their order.
   *
   * @param numbers of those that are wanted, all of which were read
   * @param consumer takes the number of a document, which it may write until the next one comes
   * @throws IOException if one cannot be annotated
   */
  public void annotated(SortedSet<Long> numbers, IOBiConsumer<Long, AnnotatedResult> consumer)
      throws IOException {
    try (SharedModels models = SharedModels.load(documents.annotate(), 1);
        DocumentAnnotator annotator =
            new DocumentAnnotator(models, documents.options().formats())) {
      fetch(
          numbers,
          (number, input) -> {
            try {
              consumer.accept(number, Documents.annotate(input, annotator, input.content().read()));
            } catch (DocumentException e) {
              throw new InputException(Path.of(input.place()), e.line(), e.getMessage(), e);
            }
          });
    }
  }

  /**
   * Fetches documents in their order, as they are.
   *
   * @param numbers of those that are wanted, all of which were read
   * @param consumer takes the number of a document, from 0, which it may read until the next comes
   * @throws IOException if one is not what it was
   */
  public void fetch(SortedSet<Long> numbers, IOBiConsumer<Long, InputDocument> consumer)
      throws IOException {
    long last = numbers.isEmpty() ? -1 : numbers.last();
    try (InputCursor cursor = documents.inputs().open()) {
      for (long number = 0; number <= last; number++) {
        InputDocument input = cursor.next();
        if (input == null || !Arrays.equals(input.identity(), identities.get((int) number))) {
          throw new IOException(
              "the documents were changed while they were read; run it again, and keep the"
                  + " input unchanged meanwhile");
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
