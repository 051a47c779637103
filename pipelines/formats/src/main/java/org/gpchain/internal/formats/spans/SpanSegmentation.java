package org.gpchain.internal.formats.spans;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import opennlp.tools.util.Span;
import org.apache.uima.cas.Type;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.internal.corpora.TextSegmenter;

/**
 * Adds sentences and tokens to texts with annotations. So that the labels of tokens can express
 * each annotation, tokens are split at the borders of annotations, and no sentence ends inside an
 * annotation.
 */
final class SpanSegmentation {
  private static final String SPLIT =
      "tokens are split at the boundary of an annotation, so that it is learned exactly";

  private static final String JOINED =
      "sentences are joined, because an annotation continues in the next one";

  private final TextSegmenter segmenter;
  private final ReadingNotes notes;

  /**
   * Creates a segmentation.
   *
   * @param notes receives notes on tokens that were split and sentences that were joined
   */
  SpanSegmentation(TextSegmenter segmenter, ReadingNotes notes) {
    this.segmenter = segmenter;
    this.notes = notes;
  }

  /**
   * Adds sentences and tokens if there are none, and splits tokens.
   *
   * @param type type of the annotations
   * @param place location of the document for notes
   */
  void apply(JCas document, Type type, String place) {
    List<TextRange> annotations = annotations(document, type);
    boolean hasSentences = !document.getAnnotationIndex(Sentence.class).isEmpty();
    boolean hasTokens = !document.getAnnotationIndex(Token.class).isEmpty();
    if (!hasSentences) {
      addSentences(document, annotations, place);
    }
    if (!hasTokens) {
      addTokens(document);
    }
    splitTokens(document, annotations, place);
  }

  /** Returns the ranges of annotations without white space at their borders. */
  private static List<TextRange> annotations(JCas document, Type type) {
    String text = document.getDocumentText();
    List<TextRange> ranges = new ArrayList<>();
    for (Annotation annotation : document.getCas().<Annotation>select(type)) {
      int begin = annotation.getBegin();
      int end = annotation.getEnd();
      while (begin < end && isSpace(text.charAt(begin))) {
        begin++;
      }
      while (end > begin && isSpace(text.charAt(end - 1))) {
        end--;
      }
      if (begin < end) {
        ranges.add(new TextRange(begin, end));
      }
    }
    return ranges;
  }

  private static boolean isSpace(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c);
  }

  // Sentences

  /**
   * Adds sentences. No sentence ends inside a token, or inside an annotation that is within a
   * paragraph.
   *
   * @param place location of the document for notes
   */
  void addSentences(JCas document, List<TextRange> annotations, String place) {
    String text = document.getDocumentText();
    List<TextRange> tokens = new ArrayList<>();
    for (Token token : document.getAnnotationIndex(Token.class)) {
      tokens.add(new TextRange(token.getBegin(), token.getEnd()));
    }
    List<TextRange> inParagraph = new ArrayList<>(annotations);
    inParagraph.removeIf(range -> !isInParagraph(range, text));

    int begin = -1;
    int end = -1;
    for (Span sentence : segmenter.sentences(text)) {
      boolean cutsAnnotation = crosses(inParagraph, end, sentence.getStart());
      boolean cutsToken = crosses(tokens, end, sentence.getStart());
      if (begin < 0 || !(cutsAnnotation || cutsToken)) {
        addSentence(document, begin, end);
        begin = sentence.getStart();
      } else if (cutsAnnotation) {
        String joined = text.substring(begin, sentence.getEnd());
        notes.addNote(JOINED, RawSpan.quoted(joined) + " in " + place);
      }
      end = sentence.getEnd();
    }
    addSentence(document, begin, end);
  }

  private static boolean isInParagraph(TextRange range, String text) {
    return !TextSegmenter.paragraphBreaks(text, range.begin(), range.end()).find();
  }

  /** Returns whether a range begins before the end of a sentence and ends in the next sentence. */
  private static boolean crosses(List<TextRange> ranges, int end, int nextBegin) {
    return ranges.stream().anyMatch(range -> range.begin() < end && range.end() > nextBegin);
  }

  /** Adds a sentence without white space at its borders, unless it is empty. */
  private static void addSentence(JCas document, int begin, int end) {
    if (begin < 0 || begin >= end) {
      return;
    }
    Sentence sentence = new Sentence(document, begin, end);
    sentence.trim();
    if (sentence.getBegin() < sentence.getEnd()) {
      sentence.addToIndexes();
    }
  }

  // Tokens

  private void addTokens(JCas document) {
    for (Sentence sentence : document.getAnnotationIndex(Sentence.class)) {
      int begin = sentence.getBegin();
      for (Span token : segmenter.tokens(sentence.getCoveredText())) {
        new Token(document, begin + token.getStart(), begin + token.getEnd()).addToIndexes();
      }
    }
  }

  /** Splits tokens at the borders of annotations. */
  private void splitTokens(JCas document, List<TextRange> annotations, String place) {
    NavigableSet<Integer> borders = new TreeSet<>();
    for (TextRange range : annotations) {
      borders.add(range.begin());
      borders.add(range.end());
    }

    for (Token token : List.copyOf(document.getAnnotationIndex(Token.class))) {
      List<Integer> inside =
          List.copyOf(borders.subSet(token.getBegin(), false, token.getEnd(), false));
      if (!inside.isEmpty()) {
        notes.addNote(SPLIT, RawSpan.quoted(token.getCoveredText()) + " in " + place);
        split(document, token, inside);
      }
    }
  }

  /** Replaces a token by its parts between borders, which are in ascending order. */
  private static void split(JCas document, Token token, List<Integer> borders) {
    token.removeFromIndexes();
    List<Integer> ends = new ArrayList<>(borders);
    ends.add(token.getEnd());
    int begin = token.getBegin();
    for (int end : ends) {
      Token part = new Token(document, begin, end);
      part.trim();
      part.setPos(token.getPos());
      if (part.getBegin() < part.getEnd()) {
        part.addToIndexes();
      }
      begin = end;
    }
  }
}
