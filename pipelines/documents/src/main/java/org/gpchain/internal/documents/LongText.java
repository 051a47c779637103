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
import org.gpchain.core.decode.NoveltyCount;
import org.gpchain.internal.corpora.TextSegmenter;
import org.gpchain.internal.documents.AnnotatedResult.Additions;
import org.gpchain.internal.documents.output.AnnotatedDocument;
import org.gpchain.internal.documents.output.AnnotatedDocument.AnnotatedSentence;

/**
 * Annotates a long text in pieces, several at a time: UIMA needs several hundred bytes for each
 * token. Each piece is annotated together with its surroundings, which models also read, so that
 * the result is the same as for the whole text.
 */
final class LongText implements AutoCloseable {
  /** Intended maximum length of a piece (UTF-16 code units). */
  static final int LENGTH = 1 << 19;

  /**
   * Length of the surroundings on each side of a piece (UTF-16 code units). They have at least
   * 1,500 tokens, the context that models with two passes use.
   */
  private static final int SURROUNDINGS = 1 << 14;

  /**
   * Maximum length of a piece as a multiple of {@link #LENGTH}. Pieces are that long if there is no
   * paragraph break.
   */
  private static final int MAX_TIMES = 4;

  private final SharedModels models;
  private final int count;
  private final Queue<Worker> idle = new ConcurrentLinkedQueue<>();

  /** Threads that annotate the pieces; null before the first long text. */
  private Workers threads;

  private record Worker(TextPipeline pipeline, JCas document) {}

  /**
   * Creates an annotator of long texts.
   *
   * @param models models with a segmenter that does not cross paragraph breaks
   * @param threads number of pieces that are annotated at a time
   */
  LongText(SharedModels models, int threads) {
    this.models = models;
    this.count = threads;
  }

  /** Returns whether a file may contain a text that is annotated in pieces. */
  static boolean mayBeLong(byte[] content) {
    return content.length > 2 * LENGTH;
  }

  /** Returns whether a text is annotated in pieces. */
  static boolean isLong(String text) {
    return text.length() > 2 * LENGTH;
  }

  /** Annotates a text. If other threads have a long text too, they wait. */
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
    List<NoveltyCount> novelty = List.of();
    try {
      for (Future<Piece> piece : pieces) {
        sentences.addAll(Workers.result(piece, UIMAException.class).sentences());
        evidence = Additions.sum(evidence, Workers.result(piece).evidence());
        novelty = Additions.sumOfNovelty(novelty, Workers.result(piece).novelty());
      }
    } catch (IOException | UIMAException | RuntimeException | Error e) {
      // The failure may have damaged engines, and the results of the other pieces are useless.
      close();
      throw e;
    }

    AnnotatedDocument document =
        new AnnotatedDocument(origin.name(), models.language(), text, sentences, models.layers());
    Additions additions = new Additions(null, 0, List.of(), evidence, novelty);
    return new AnnotatedResult(annotator, null, document, additions, Map.of());
  }

  /** The annotations of a piece. */
  private record Piece(
      List<AnnotatedSentence> sentences, List<long[]> evidence, List<NoveltyCount> novelty) {}

  /**
   * Annotates a piece of a text.
   *
   * @param words words of the text. Equal words of all pieces become the same object, which saves
   *     memory.
   */
  private Piece annotated(
      DocumentOrigin origin, String text, int begin, int end, Map<String, String> words)
      throws IOException, UIMAException {
    int from = Math.max(0, begin - SURROUNDINGS);
    int to = Math.min(text.length(), end + SURROUNDINGS);
    Worker worker = idle.poll();
    if (worker == null) {
      worker = new Worker(models.pipeline(), InputFormat.newDocument());
    }

    try {
      JCas document = origin.restart(worker.document(), models.language());
      document.setDocumentText(text.substring(from, to));
      RawText.markParagraphs(document, 0, begin - from);
      RawText.markParagraphs(document, begin - from, end - from);
      RawText.markParagraphs(document, end - from, to - from);
      worker.pipeline().countWithin(begin - from, end - from);
      Additions additions = worker.pipeline().process(document);

      UnaryOperator<String> unique = word -> words.computeIfAbsent(word, same -> same);
      AnnotatedDocument copy =
          AnnotatedDocument.of(origin.name(), document, models.layers(), from, unique);
      List<AnnotatedSentence> inPiece = new ArrayList<>();
      for (AnnotatedSentence sentence : copy.sentences()) {
        if (sentence.begin() >= begin && sentence.begin() < end) {
          inPiece.add(sentence);
        }
      }
      return new Piece(inPiece, additions.evidence(), additions.novelty());
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
    for (Worker worker : idle) {
      worker.pipeline().close();
    }
    idle.clear();
  }

  /** Cuts a text into pieces. Pieces exceed a length only if there is no paragraph break. */
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

  /** Returns the last paragraph break within the length or, if there is none, the next one. */
  private static int end(String text, int start, int length) {
    int longest = (int) Math.min(text.length(), start + (long) length * MAX_TIMES);
    Matcher gap = TextSegmenter.paragraphBreaks(text, start, longest);
    int end = -1;
    while (gap.find() && (end < 0 || gap.end() - start <= length)) {
      end = gap.end();
    }
    if (end >= 0) {
      return end;
    }
    if (longest == text.length()) {
      return longest;
    }
    return endOfWord(text, start, longest);
  }

  /** Returns the last line break in a long paragraph or, if there is none, the end of a word. */
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
    // Both halves of a surrogate pair belong to the same piece.
    return Character.isLowSurrogate(text.charAt(longest)) ? longest - 1 : longest;
  }
}
