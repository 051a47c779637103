package org.gpchain.pipelines.annotate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.uima.UIMAException;
import org.apache.uima.jcas.JCas;
import org.gpchain.pipelines.annotate.output.AnnotatedDocument;
import org.gpchain.pipelines.annotate.output.AnnotatedDocument.AnnotatedSentence;
import org.gpchain.pipelines.annotate.output.Layer;
import org.gpchain.pipelines.corpus.NamedFile;

/**
 * Annotates a long text piece by piece, since what UIMA keeps of a token takes some hundred bytes,
 * and several pieces at once. What is copied out of the pieces is what would be copied out of the
 * whole.
 */
final class LongText implements AutoCloseable {
  private static final int MAX_THREADS = 4;

  private final TextModels models;
  private final Segmenter segmenter;
  private final List<Layer> layers;
  private final List<Worker> workers = new ArrayList<>();
  private final BlockingQueue<Worker> idle = new ArrayBlockingQueue<>(MAX_THREADS);
  private final Map<String, String> words = new ConcurrentHashMap<>();

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
   */
  LongText(TextModels models, Segmenter segmenter, List<Layer> layers) {
    this.models = models;
    this.segmenter = segmenter;
    this.layers = layers;
  }

  private void start() throws UIMAException {
    int count = Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors());
    threads = Executors.newFixedThreadPool(count);
    for (int i = 0; i < count; i++) {
      workers.add(
          new Worker(new TextPipeline(models, segmenter), new BlankDocument(models.language())));
    }
    idle.addAll(workers);
  }

  /** Whether a text is annotated in pieces. */
  static boolean isLong(JCas document) {
    String text = document.getDocumentText();
    return text != null && text.length() > 2 * TextPieces.LENGTH;
  }

  /**
   * Annotates a text.
   *
   * @param file where it comes from
   * @param text of the file
   * @throws org.gpchain.annotator.cas.UnusableCasException if it cannot be annotated
   */
  AnnotatedDocument annotate(NamedFile file, String text) throws IOException, UIMAException {
    if (threads == null) {
      start();
    }
    List<Future<List<AnnotatedSentence>>> pieces = new ArrayList<>();
    int start = 0;
    for (String piece : TextPieces.cut(text, TextPieces.LENGTH)) {
      int begin = start;
      pieces.add(threads.submit(() -> sentences(file, piece, begin)));
      start += piece.length();
    }
    List<AnnotatedSentence> sentences = new ArrayList<>();
    for (Future<List<AnnotatedSentence>> piece : pieces) {
      sentences.addAll(result(piece));
    }
    return new AnnotatedDocument(file.name(), models.language(), text, sentences, layers);
  }

  /** The sentences of a piece that begins at an offset; each word is kept once. */
  private List<AnnotatedSentence> sentences(NamedFile file, String piece, int begin)
      throws IOException, UIMAException, InterruptedException {
    Worker worker = idle.take();
    try {
      JCas document = TextDocuments.document(worker.blank(), file, piece);
      worker.pipeline().annotate(document);
      return AnnotatedDocument.of(file.name(), document, layers)
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
  public void close() {
    if (threads != null) {
      threads.shutdownNow();
    }
    workers.forEach(worker -> worker.pipeline().close());
  }
}
