package org.gpchain.internal.documents.batch;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.commons.io.function.Uncheck;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.documents.AnnotatedResult;
import org.gpchain.internal.documents.DocumentAnnotator;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.SharedModels;
import org.gpchain.internal.documents.Workers;
import org.gpchain.internal.documents.batch.BatchResult.ThisRun;
import org.gpchain.internal.documents.batch.BatchResult.Totals;
import org.gpchain.internal.documents.batch.sink.SafeNames;
import org.gpchain.internal.documents.batch.sink.Sink;
import org.gpchain.internal.documents.batch.sink.Sink.Completed;
import org.gpchain.internal.documents.batch.sink.Statistics;
import org.gpchain.internal.documents.batch.sink.Statistics.Figures;
import org.gpchain.internal.formats.input.InputCursor;
import org.gpchain.internal.formats.input.InputDocument;

/** Takes documents through annotators, several at once, and to the sink in their order. */
final class BatchRun<R> {
  /** Documents that are on their way, for each thread: one may take as long as many others. */
  private static final int AHEAD = 64;

  /** What the contents of documents on their way may take together: in memory they grow. */
  private static final long BUDGET = Runtime.getRuntime().maxMemory() / 64;

  /**
   * Of what fails, so much is kept until it is copied, for those who want to know what is wrong.
   */
  private static final int MAX_COPY = 1 << 20;

  private final Documents documents;
  private final Annotators annotators;
  private final SharedModels models;
  private final Sink<R> sink;
  private final BatchProgress progress;
  private final SafeNames names;
  private final Deque<Waiting<R>> waiting = new ArrayDeque<>();
  private final long start = System.nanoTime();

  private CompletableFuture<OptionalLong> count =
      CompletableFuture.completedFuture(OptionalLong.empty());

  private long bytesWaiting;
  private long before;
  private long tokensBefore;
  private boolean stopped;

  /** A document on its way, alone if it takes so much memory that no other one may be. */
  private record Waiting<R>(
      InputDocument input, String id, boolean alone, Future<Completed<R>> document) {}

  /** Closes neither the annotators nor the sink. */
  BatchRun(Documents documents, Annotators annotators, Sink<R> sink, BatchProgress progress) {
    this.documents = documents;
    this.annotators = annotators;
    this.models = annotators.models();
    this.sink = sink;
    this.progress = progress;
    this.names = documents.names();
  }

  BatchResult run() throws IOException {
    tokensBefore = sink.statistics().tokens();
    annotate();

    Statistics statistics = sink.statistics();
    String leftOut = documents.inputs().leftOut();
    if (statistics.documents() + statistics.failed() == 0) {
      throw new InputException(
          documents.options().inputs().isEmpty()
              ? documents.options().lists().get(0)
              : documents.options().inputs().get(0),
          "there is no document in this input" + (leftOut.isEmpty() ? "" : " (" + leftOut + ")"),
          "name files, a folder with files of the format"
              + ", or a pattern such as 'corpus/*.txt', or check --format");
    }
    List<String> notes = statistics.notes(models);
    if (!leftOut.isEmpty()) {
      notes.add(leftOut);
    }
    SortedMap<Path, PromiseCheck.Status> promises = models.promises(statistics.evidence());
    if (stopped) {
      sink.stop();
    } else {
      sink.end(promises);
    }
    Totals totals =
        new Totals(
            statistics.documents(),
            statistics.failed(),
            statistics.sentences(),
            statistics.tokens(),
            statistics.segments());
    ThisRun thisRun =
        new ThisRun(before, statistics.tokens() - tokensBefore, (System.nanoTime() - start) / 1e9);
    return new BatchResult(totals, thisRun, stopped, notes, promises);
  }

  private void annotate() throws IOException {
    count =
        CompletableFuture.supplyAsync(() -> Uncheck.get(documents.inputs()::count))
            .exceptionally(unreadable -> OptionalLong.empty());
    stopped = sink.statistics().failed() > documents.options().maxFailures();
    tell();
    // Archives are closed and files removed behind the threads.
    try (InputCursor cursor = documents.inputs().open();
        Workers threads = new Workers(documents.options().threads())) {
      InputDocument next = cursor.next();
      while (!stopped && (next != null || !waiting.isEmpty())) {
        if (next != null && mayBegin(next)) {
          begin(next, threads);
          next = stopped ? null : cursor.next();
        } else {
          finishHalf(threads);
        }
      }
    }
  }

  /** A document that takes much memory waits until it is alone. */
  private boolean mayBegin(InputDocument input) {
    return waiting.isEmpty()
        || (waiting.size() < AHEAD * documents.options().threads()
            && bytesWaiting + bytes(input) <= BUDGET);
  }

  /** Compressed ones grow. */
  private static long bytes(InputDocument input) {
    return Math.max(0, input.size()) * (input.isCompressed() ? 10 : 1);
  }

  private void begin(InputDocument input, Workers threads) throws IOException {
    String id = names.next(input.name());
    if (waiting.isEmpty() && sink.isDone(input, id)) {
      before++;
      input.content().release();
    } else {
      bytesWaiting += bytes(input);
      boolean alone = bytes(input) > BUDGET || documents.areRead();
      waiting.add(new Waiting<>(input, id, alone, threads.begin(() -> completed(input))));
      if (documents.areRead()) {
        // It is there until the reader reads the next one.
        finishFirst(threads);
      }
    }
  }

  /**
   * Waits for half of the documents that are on their way, and finishes them: to be woken up for
   * each costs more than to finish it.
   */
  private void finishHalf(Workers threads) throws IOException {
    int count = (waiting.size() + 1) / 2;
    Workers.result(waiting.stream().skip(count - 1).findFirst().orElseThrow().document());
    for (int i = 0; i < count && !stopped; i++) {
      finishFirst(threads);
    }
  }

  private void finishFirst(Workers threads) throws IOException {
    Waiting<R> first = waiting.remove();
    bytesWaiting -= bytes(first.input());
    Completed<R> document = Workers.result(first.document());
    if (document.failure() != null && document.failure().isLackOfMemory() && !first.alone()) {
      // Perhaps for others, which were annotated at the same time.
      for (Waiting<R> other : waiting) {
        Workers.result(other.document());
      }
      document = Workers.result(threads.begin(() -> completed(first.input())));
    }
    first.input().content().release();
    finish(first.input(), first.id(), document);
  }

  private void finish(InputDocument input, String id, Completed<R> document) throws IOException {
    DocumentException failure = document.failure();
    if (failure != null && documents.inputs().isSingle()) {
      throw new InputException(
          Path.of(input.place()), failure.line(), failure.getMessage(), (Throwable) null);
    }
    sink.add(input, id, document);
    long failed = sink.statistics().failed();
    stopped = failed > documents.options().maxFailures() || mustRefuse(failed);
    tell();
  }

  /** Looks at a promise that is not to be broken whenever the documents have doubled. */
  private boolean mustRefuse(long failed) {
    long finished = sink.statistics().documents() + failed;
    return documents.options().refusesPromises()
        && Long.bitCount(finished) == 1
        && models.promises(sink.statistics().evidence()).values().stream()
            .anyMatch(PromiseCheck.Status::isWithdrawn);
  }

  private void tell() {
    Statistics statistics = sink.statistics();
    progress.onDocument(
        new BatchProgress.Step(
            statistics.documents() + statistics.failed(),
            before,
            statistics.failed(),
            statistics.tokens() - tokensBefore,
            count.getNow(OptionalLong.empty())));
  }

  // In any thread

  /** Throws an exception only if nothing more can be written. */
  private Completed<R> completed(InputDocument input) throws IOException {
    byte[] content;
    try {
      content = input.content().read();
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      return Completed.failed(unreadable(e), null);
    }
    DocumentAnnotator annotator = null;
    try {
      annotator = annotators.take();
      AnnotatedResult result = Documents.annotate(input, annotator, content);
      return new Completed<>(
          Figures.of(result, models.layers()),
          result.types().orElse(null),
          sink.render(result),
          null,
          null);
    } catch (DocumentException e) {
      boolean small = content != null && content.length <= MAX_COPY;
      return Completed.failed(e, small ? content : null);
    } catch (OutOfMemoryError e) {
      return Completed.failed(unreadable(e), null);
    } finally {
      if (annotator != null) {
        annotators.giveBack(annotator);
      }
    }
  }

  private static DocumentException unreadable(Throwable problem) {
    if (problem instanceof InputException known) {
      return new DocumentException(known.line(), known.reason(), known);
    }
    if (problem instanceof OutOfMemoryError) {
      return new DocumentException(0, "it takes more memory than there is", problem);
    }
    String reason = problem.getMessage();
    if (problem instanceof RuntimeException) {
      reason = problem.toString();
    } else if (problem instanceof NoSuchFileException) {
      reason = "it is not there any more";
    } else if (problem instanceof FileSystemException file) {
      reason = file.getReason() == null ? problem.getClass().getSimpleName() : file.getReason();
    }
    return new DocumentException(0, "cannot be read: " + reason, problem);
  }
}
