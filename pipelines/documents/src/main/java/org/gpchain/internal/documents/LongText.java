package org.gpchain.internal.documents;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import org.apache.uima.UIMAException;
import org.apache.uima.jcas.JCas;
import org.gpchain.internal.corpora.TextSegmenter;
import org.gpchain.internal.documents.AnnotatedResult.Additions;
import org.gpchain.internal.documents.output.AnnotatedDocument;
import org.gpchain.internal.documents.output.AnnotatedDocument.AnnotatedSentence;

/**
 * Annotates a long text piece by piece, since what UIMA keeps of a token takes some hundred bytes,
 * and several pieces at once. Models see what is before and after a piece, too, so that what is
 * copied out of the pieces is what would be copied out of the whole. As evidence for promises the
 * surroundings count twice.
 */
final class LongText implements AutoCloseable {
  /** Number of characters that a piece should not exceed. */
  static final int LENGTH = 1 << 19;

  /** Characters of 1,500 tokens at least, which is how far models of two passes look. */
  private static final int SURROUNDINGS = 1 << 14;

  /** How many times as long it may be, if there is no paragraph's end. */
  private static final int MAX_TIMES = 4;

  private final SharedModels models;
  private final int count;
  private final Queue<Worker> idle = new ConcurrentLinkedQueue<>();

  /** Null until there is a long text. */
  private Workers threads;

  private record Worker(TextPipeline pipeline, JCas document) {}

  /**
   * @param models that annotate, with a segmenter that keeps to paragraphs
   * @param threads number of pieces that are annotated at once
   */
  LongText(SharedModels models, int threads) {
    this.models = models;
    this.count = threads;
  }

  /** Whether a file may be a text that is annotated in pieces. */
  static boolean mayBeLong(byte[] content) {
    return content.length > 2 * LENGTH;
  }

  static boolean isLong(String text) {
    return text.length() > 2 * LENGTH;
  }

  /** Annotates a text; one at a time, while other threads that have another one wait. */
  synchronized AnnotatedResult annotate(
      DocumentAnnotator annotator, DocumentOrigin origin, String text)
      throws IOException, UIMAException {
    if (threads == null) {
      threads = new Workers(count);
    }
    Map<String, String> words = new ConcurrentHashMap<>();
    List<Future<Piece>> pieces = new ArrayList<>();
    int start = 0;
    for (String piece : cut(text, LENGTH)) {
      int begin = start;
      int end = begin + piece.length();
      pieces.add(threads.begin(() -> annotated(origin, text, begin, end, words)));
      start = end;
    }
    List<AnnotatedSentence> sentences = new ArrayList<>();
    List<long[]> evidence = List.of();
    try {
      for (Future<Piece> piece : pieces) {
        sentences.addAll(Workers.result(piece, UIMAException.class).sentences());
        evidence = Additions.sum(evidence, Workers.result(piece).evidence());
      }
    } catch (IOException | UIMAException | RuntimeException | Error e) {
      // What failed in one piece may have harmed engines, and the others are of no use.
      close();
      throw e;
    }
    return new AnnotatedResult(
        annotator,
        null,
        new AnnotatedDocument(origin.name(), models.language(), text, sentences, models.layers()),
        new Additions(null, 0, List.of(), evidence),
        Map.of());
  }

  private record Piece(List<AnnotatedSentence> sentences, List<long[]> evidence) {}

  /** A piece of a text, with each word of the text once. */
  private Piece annotated(
      DocumentOrigin origin, String text, int begin, int end, Map<String, String> words)
      throws IOException, UIMAException {
    int from = Math.max(0, begin - SURROUNDINGS);
    int to = Math.min(text.length(), end + SURROUNDINGS);
    Worker given = idle.poll();
    Worker worker =
        given == null ? new Worker(models.pipeline(), InputFormat.newDocument()) : given;
    try {
      JCas document = origin.restart(worker.document(), models.language());
      document.setDocumentText(text.substring(from, to));
      RawText.markParagraphs(document, 0, begin - from);
      RawText.markParagraphs(document, begin - from, end - from);
      RawText.markParagraphs(document, end - from, to - from);
      Additions additions = worker.pipeline().process(document);
      UnaryOperator<String> once = word -> words.computeIfAbsent(word, same -> same);
      List<AnnotatedSentence> all =
          AnnotatedDocument.of(origin.name(), document, models.layers(), from, once).sentences();
      return new Piece(
          all.stream().filter(one -> one.begin() >= begin && one.begin() < end).toList(),
          additions.evidence());
    } finally {
      idle.add(worker);
    }
  }

  @Override
  public synchronized void close() {
    if (threads != null) {
      threads.close();
      threads = null;
    }
    idle.forEach(worker -> worker.pipeline().close());
    idle.clear();
  }

  // Pieces

  /** Cuts a text into pieces that should not exceed the length. */
  static List<String> cut(String text, int length) {
    List<String> pieces = new ArrayList<>();
    int start = 0;
    while (text.length() - start > length) {
      int end = end(text, start, length);
      pieces.add(text.substring(start, end));
      start = end;
    }
    if (start < text.length() || pieces.isEmpty()) {
      pieces.add(text.substring(start));
    }
    return pieces;
  }

  /** The last end of a paragraph within the length, or the first one after it. */
  private static int end(String text, int start, int length) {
    int longest = (int) Math.min(text.length(), start + (long) length * MAX_TIMES);
    Matcher gap = TextSegmenter.paragraphBreaks(text, start, longest);
    int end = -1;
    while (gap.find() && (end < 0 || gap.end() - start <= length)) {
      end = gap.end();
    }
    if (end < 0) {
      return longest == text.length() ? longest : endOfWord(text, start, longest);
    }
    return end;
  }

  /** In one endless paragraph the end of a line, or else of a word. */
  private static int endOfWord(String text, int start, int longest) {
    int line = text.lastIndexOf('\n', longest - 1);
    if (line > start) {
      return line + 1;
    }
    for (int end = longest; end > start + 1; end--) {
      if (Character.isWhitespace(text.charAt(end - 1))) {
        return end;
      }
    }
    return Character.isLowSurrogate(text.charAt(longest)) ? longest - 1 : longest;
  }
}
