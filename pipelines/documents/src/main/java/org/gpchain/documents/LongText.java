package org.gpchain.documents;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.uima.UIMAException;
import org.apache.uima.jcas.JCas;
import org.gpchain.documents.output.AnnotatedDocument;
import org.gpchain.documents.output.AnnotatedDocument.AnnotatedSentence;
import org.gpchain.documents.output.Layer;

/**
 * Annotates a long text piece by piece, since what UIMA keeps of a token takes some hundred bytes,
 * and several pieces at once. What is copied out of the pieces is what would be copied out of the
 * whole.
 */
final class LongText implements AutoCloseable {
  private final TextModels models;
  private final Segmenter segmenter;
  private final List<Layer> layers;
  private final int count;
  private final List<Worker> workers = new ArrayList<>();
  private final BlockingQueue<Worker> idle = new LinkedBlockingQueue<>();

  /** Null until there is a long text. */
  private ExecutorService threads;

  /** What a thread has for itself. */
  private record Worker(TextPipeline pipeline, BlankDocument blank) {}

  /**
   * Long texts.
   *
   * @param models that annotate
   * @param segmenter one that keeps to paragraphs
   * @param layers of this run
   * @param threads number of pieces that are annotated at once
   */
  LongText(TextModels models, Segmenter segmenter, List<Layer> layers, int threads) {
    this.models = models;
    this.segmenter = segmenter;
    this.layers = layers;
    this.count = threads;
  }

  private void start() throws UIMAException {
    threads = Executors.newFixedThreadPool(count);
    for (int i = 0; i < count; i++) {
      workers.add(
          new Worker(
              new TextPipeline(models, segmenter, Engines.NONE),
              new BlankDocument(models.language())));
    }
    idle.addAll(workers);
  }

  /** Whether a file may be a text that is annotated in pieces. */
  static boolean mayBeLong(byte[] content) {
    return content.length > 2 * TextPieces.LENGTH;
  }

  /** Whether a text is annotated in pieces. */
  static boolean isLong(String text) {
    return text.length() > 2 * TextPieces.LENGTH;
  }

  /**
   * Annotates a text; one at a time, while other threads that have another one wait.
   *
   * @param origin where it comes from
   * @param text of the file
   * @throws org.gpchain.annotator.cas.UnusableCasException if it cannot be annotated
   */
  synchronized AnnotatedDocument annotate(Origin origin, String text)
      throws IOException, UIMAException {
    if (threads == null) {
      start();
    }
    Map<String, String> words = new ConcurrentHashMap<>();
    List<Future<List<AnnotatedSentence>>> pieces = new ArrayList<>();
    int start = 0;
    for (String piece : TextPieces.cut(text, TextPieces.LENGTH)) {
      int begin = start;
      pieces.add(threads.submit(() -> sentences(origin, piece, begin, words)));
      start += piece.length();
    }
    List<AnnotatedSentence> sentences = new ArrayList<>();
    boolean complete = false;
    try {
      for (Future<List<AnnotatedSentence>> piece : pieces) {
        sentences.addAll(result(piece));
      }
      complete = true;
    } finally {
      if (!complete) {
        // What failed in one piece may have harmed engines, and the others are of no use.
        close();
      }
    }
    return new AnnotatedDocument(origin.name(), models.language(), text, sentences, layers);
  }

  /**
   * The sentences of a piece that begins at an offset.
   *
   * @param words each word of the text, once
   */
  private List<AnnotatedSentence> sentences(
      Origin origin, String piece, int begin, Map<String, String> words)
      throws IOException, UIMAException, InterruptedException {
    Worker worker = idle.take();
    try {
      JCas document = TextFormat.document(worker.blank(), origin, piece);
      worker.pipeline().process(document);
      return AnnotatedDocument.of(origin.name(), document, layers)
          .sentencesFrom(begin, word -> words.computeIfAbsent(word, same -> same));
    } finally {
      idle.add(worker);
    }
  }

  private static <T> T result(Future<T> piece) throws IOException, UIMAException {
    try {
      return piece.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while annotating", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException problem) {
        throw problem;
      }
      if (e.getCause() instanceof UIMAException problem) {
        throw problem;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  @Override
  public synchronized void close() {
    if (threads != null) {
      threads.shutdownNow();
      awaitEnd();
      threads = null;
    }
    workers.forEach(worker -> worker.pipeline().close());
    workers.clear();
    idle.clear();
  }

  /** Engines must not be closed while a thread uses them. */
  private void awaitEnd() {
    boolean interrupted = false;
    while (!threads.isTerminated()) {
      try {
        threads.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
