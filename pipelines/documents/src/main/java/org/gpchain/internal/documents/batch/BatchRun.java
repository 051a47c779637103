package org.gpchain.internal.documents.batch;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.commons.io.function.Uncheck;
import org.apache.uima.cas.TypeSystem;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.documents.AnnotatedResult;
import org.gpchain.internal.documents.DocumentAnnotator;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.SharedModels;
import org.gpchain.internal.documents.Workers;
import org.gpchain.internal.documents.batch.BatchResult.ThisRun;
import org.gpchain.internal.documents.batch.BatchResult.Totals;
import org.gpchain.internal.documents.batch.sink.Journal;
import org.gpchain.internal.documents.batch.sink.SafeNames;
import org.gpchain.internal.documents.batch.sink.Sink;
import org.gpchain.internal.documents.batch.sink.Sink.Completed;
import org.gpchain.internal.documents.batch.sink.Statistics;
import org.gpchain.internal.documents.batch.sink.Statistics.Figures;
import org.gpchain.internal.formats.input.InputCursor;
import org.gpchain.internal.formats.input.InputDocument;

/**
 * Passes documents through annotators, several at a time, and to the sink in their original order.
 */
final class BatchRun<R> {
  /**
   * Maximum number of pending documents for each thread. It is large because one document can take
   * as long as many others.
   */
  private static final int MAX_PENDING = 64;

  /**
   * Maximum total size of pending documents (bytes). Documents take many times their size in
   * memory.
   */
  private static final long BUDGET = Runtime.getRuntime().maxMemory() / 64;

  /** Maximum size of a document that is copied if it fails (bytes). */
  private static final int MAX_COPY = 1 << 20;

  /** Assumed ratio of the sizes of a compressed document before and after compression. */
  private static final int EXPANSION = 10;

  private final Documents documents;
  private final Annotators annotators;
  private final SharedModels models;
  private final Sink<R> sink;
  private final BatchProgress progress;
  private final SafeNames names;
  private final Deque<Pending<R>> pending = new ArrayDeque<>();
  private final long start = System.nanoTime();

  /** Total number of documents, which is counted in the background. */
  private CompletableFuture<OptionalLong> count =
      CompletableFuture.completedFuture(OptionalLong.empty());

  private long pendingBytes;

  /** Number of documents that earlier runs finished. */
  private long before;

  private long tokensBefore;
  private boolean stopped;

  /**
   * A document that has begun and has not been passed to the sink.
   *
   * @param id name of the document's output
   * @param alone whether no other document is pending at the same time because of its size
   * @param document the annotated document
   */
  private record Pending<R>(
      InputDocument input, String id, boolean alone, Future<Completed<R>> document) {}

  /**
   * Creates a run.
   *
   * @param annotators annotators; not closed
   * @param sink receives the documents; not closed
   */
  BatchRun(Documents documents, Annotators annotators, Sink<R> sink, BatchProgress progress) {
    this.documents = documents;
    this.annotators = annotators;
    this.models = annotators.models();
    this.sink = sink;
    this.progress = progress;
    this.names = documents.names();
  }

  /** Annotates all documents and returns the result. */
  BatchResult run() throws IOException {
    tokensBefore = sink.statistics().tokens();
    annotate();

    Statistics statistics = sink.statistics();
    String skippedFiles = documents.inputs().skippedFiles();
    if (statistics.documents() + statistics.failed() == 0) {
      throw noDocuments(skippedFiles);
    }
    List<String> notes = statistics.notes(models);
    if (!skippedFiles.isEmpty()) {
      notes.add(skippedFiles);
    }

    SortedMap<Path, PromiseCheck.Status> promises = models.promises(statistics.evidence());
    if (stopped) {
      sink.stop();
    } else {
      sink.end(promises);
    }
    notes.addAll(sink.notes());

    Totals totals =
        new Totals(
            statistics.documents(),
            statistics.failed(),
            statistics.sentences(),
            statistics.tokens(),
            statistics.segments());
    double seconds = (System.nanoTime() - start) / 1e9;
    ThisRun thisRun = new ThisRun(before, statistics.tokens() - tokensBefore, seconds);
    return new BatchResult(totals, thisRun, stopped, notes, promises);
  }

  private InputException noDocuments(String skippedFiles) {
    List<Path> inputs = documents.options().inputs();
    if (inputs.isEmpty()) {
      inputs = documents.options().lists();
    }
    String problem = "there are no documents in this input";
    if (!skippedFiles.isEmpty()) {
      problem += " (" + skippedFiles + ")";
    }
    return new InputException(
        inputs.get(0),
        problem,
        "specify files, a folder with files of the format, or a pattern such as"
            + " 'corpus/*.txt', or check --format");
  }

  /** Annotates documents until all are finished or the run stops. */
  private void annotate() throws IOException {
    count =
        CompletableFuture.supplyAsync(() -> Uncheck.get(documents.inputs()::count))
            .exceptionally(unreadable -> OptionalLong.empty());
    stopped = sink.statistics().failed() > documents.options().maxFailures();
    reportProgress();

    // The threads end before the cursor closes archives and removes temporary files.
    try (InputCursor cursor = documents.inputs().open();
        Workers threads = new Workers(documents.options().threads())) {
      InputDocument next = cursor.next();
      while (!stopped && (next != null || !pending.isEmpty())) {
        if (next != null && mayBegin(next)) {
          begin(next, threads);
          next = stopped ? null : cursor.next();
        } else {
          finishHalf(threads);
        }
      }
    }
  }

  /** Returns whether a document may begin now. A large document begins when no other is pending. */
  private boolean mayBegin(InputDocument input) {
    if (pending.isEmpty()) {
      return true;
    }
    return pending.size() < MAX_PENDING * documents.options().threads()
        && pendingBytes + bytes(input) <= BUDGET;
  }

  /** Returns the estimated size of a document (bytes). */
  private static long bytes(InputDocument input) {
    long bytes = Math.max(0, input.size());
    if (input.isCompressed()) {
      bytes *= EXPANSION;
    }
    return bytes;
  }

  /** Begins a document, or skips it if an earlier run finished it. */
  private void begin(InputDocument input, Workers threads) throws IOException {
    String id = names.next(input.name());
    if (pending.isEmpty() && sink.isDone(input, id)) {
      before++;
      if (sink.isDamaged(id)) {
        sink.repeat(id, completed(input));
      }
      input.content().release();
      return;
    }

    pendingBytes += bytes(input);
    boolean alone = bytes(input) > BUDGET || documents.areRead();
    pending.add(new Pending<>(input, id, alone, threads.begin(() -> completed(input))));
    if (documents.areRead()) {
      // The document of a UIMA reader is valid only until the reader reads the next one.
      finishFirst(threads);
    }
  }

  /**
   * Waits for the first half of the pending documents and finishes them. Waiting for each of them
   * separately would cost more than finishing them.
   */
  private void finishHalf(Workers threads) throws IOException {
    int count = (pending.size() + 1) / 2;
    Workers.result(pending.stream().skip(count - 1).findFirst().orElseThrow().document());
    for (int i = 0; i < count && !stopped; i++) {
      finishFirst(threads);
    }
  }

  /** Waits for the first pending document and finishes it. */
  private void finishFirst(Workers threads) throws IOException {
    Pending<R> first = pending.remove();
    pendingBytes -= bytes(first.input());
    Completed<R> document = Workers.result(first.document());

    if (document.failure() != null && document.failure().isLackOfMemory() && !first.alone()) {
      // Documents that were annotated at the same time may have needed the memory: try again alone.
      for (Pending<R> other : pending) {
        Workers.result(other.document());
      }
      document = Workers.result(threads.begin(() -> completed(first.input())));
    }
    first.input().content().release();
    finish(first.input(), first.id(), document);
  }

  /** Passes a document to the sink. */
  private void finish(InputDocument input, String id, Completed<R> document) throws IOException {
    DocumentException failure = document.failure();
    if (failure != null && documents.inputs().isSingle()) {
      throw new InputException(
          Path.of(input.place()), failure.line(), failure.getMessage(), (Throwable) null);
    }
    sink.add(input, id, document);
    long failed = sink.statistics().failed();
    stopped = failed > documents.options().maxFailures() || mustStopForPromise(failed);
    reportProgress();
  }

  /**
   * Returns whether the run must stop because a promise does not hold. The promises are checked
   * whenever the number of finished documents has doubled.
   */
  private boolean mustStopForPromise(long failed) {
    long finished = sink.statistics().documents() + failed;
    boolean isPowerOfTwo = Long.bitCount(finished) == 1;
    if (!documents.options().refusesPromises() || !isPowerOfTwo) {
      return false;
    }
    return models.promises(sink.statistics().evidence()).values().stream()
        .anyMatch(PromiseCheck.Status::isWithdrawn);
  }

  private void reportProgress() {
    Statistics statistics = sink.statistics();
    progress.onDocument(
        new BatchProgress.Step(
            statistics.documents() + statistics.failed(),
            before,
            statistics.failed(),
            statistics.tokens() - tokensBefore,
            count.getNow(OptionalLong.empty())));
  }

  // Methods that are called in any thread

  /** Annotates a document and prepares it for the sink. Throws only if output fails. */
  private Completed<R> completed(InputDocument input) throws IOException {
    byte[] content;
    try {
      content = input.content().read();
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      return Completed.failed(unreadable(e), null);
    }
    return completed(input, content).withHash(Journal.contentHash(content));
  }

  /** Annotates a document with a content and prepares it for the sink. */
  private Completed<R> completed(InputDocument input, byte[] content) throws IOException {
    DocumentAnnotator annotator = null;
    try {
      annotator = annotators.take();
      AnnotatedResult result = Documents.annotate(input, annotator, content);
      Figures figures = Figures.of(result, models.layers());
      TypeSystem types = result.types().orElse(null);
      return new Completed<>(figures, types, sink.render(result), null, null);
    } catch (DocumentException e) {
      boolean isSmall = content != null && content.length <= MAX_COPY;
      return Completed.failed(e, isSmall ? content : null);
    } catch (OutOfMemoryError e) {
      return Completed.failed(unreadable(e), null);
    } finally {
      if (annotator != null) {
        annotators.giveBack(annotator);
      }
    }
  }

  /** Returns a failure to read a document. */
  private static DocumentException unreadable(Throwable problem) {
    if (problem instanceof InputException known) {
      return new DocumentException(known.line(), known.reason(), known);
    }
    if (problem instanceof OutOfMemoryError) {
      return new DocumentException(0, "it needs more memory than is available", problem);
    }

    String reason = problem.getMessage();
    if (problem instanceof RuntimeException) {
      reason = problem.toString();
    } else if (problem instanceof NoSuchFileException) {
      reason = "it no longer exists";
    } else if (problem instanceof FileSystemException file) {
      reason = Objects.requireNonNullElse(file.getReason(), problem.getClass().getSimpleName());
    }
    return new DocumentException(0, "cannot be read: " + reason, problem);
  }
}
