package org.gpchain.pipelines.annotate;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.List;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.gpchain.annotator.cas.CasSentences;
import org.gpchain.annotator.cas.UnusableCasException;
import org.gpchain.core.text.Span;
import org.gpchain.type.ScoredSegment;

/**
 * An annotated document as the writers see it, copied out of the CAS. Offsets count UTF-16 units of
 * the text.
 *
 * @param name of the document
 * @param text of the document
 * @param sentences its sentences, in order
 * @param model what annotated it
 */
record AnnotatedDocument(
    String name, String text, List<AnnotatedSentence> sentences, ModelCard model) {

  /** Copies the list. */
  AnnotatedDocument {
    sentences = List.copyOf(sentences);
  }

  /**
   * A sentence that has tokens.
   *
   * @param tokens its tokens
   * @param segments its segments, in order, which do not overlap; parts of speech are none
   */
  record AnnotatedSentence(List<AnnotatedToken> tokens, List<Segment> segments) {
    /** Copies the lists. */
    AnnotatedSentence {
      tokens = List.copyOf(tokens);
      segments = List.copyOf(segments);
    }

    /** Where its first token begins. */
    int begin() {
      return tokens.get(0).begin();
    }

    /** Where its last token ends. */
    int end() {
      return tokens.get(tokens.size() - 1).end();
    }
  }

  /**
   * A token.
   *
   * @param begin where it begins
   * @param end where it ends
   * @param word its form
   * @param pos its part of speech; null if it was not tagged
   */
  record AnnotatedToken(int begin, int end, String word, String pos) {}

  /**
   * A segment.
   *
   * @param begin where it begins in the text
   * @param end where it ends in the text
   * @param span its tokens and its type
   * @param probability that exactly this segment is there
   * @param alternatives other segments that overlap it, the most probable first; they have none
   */
  record Segment(int begin, int end, Span span, double probability, List<Segment> alternatives) {
    /** Copies the list. */
    Segment {
      alternatives = List.copyOf(alternatives);
    }

    /** Without alternatives. */
    Segment(int begin, int end, Span span, double probability) {
      this(begin, end, span, probability, List.of());
    }

    /** What it is, such as {@code NP}. */
    String type() {
      return span.type();
    }
  }

  /** All segments, in order. */
  List<Segment> segments() {
    return sentences.stream().flatMap(sentence -> sentence.segments().stream()).toList();
  }

  /** Number of tokens. */
  int tokenCount() {
    return sentences.stream().mapToInt(sentence -> sentence.tokens().size()).sum();
  }

  /** Copies a document out of the CAS. */
  static AnnotatedDocument of(String name, JCas document, ModelCard model)
      throws UnusableCasException {
    List<AnnotatedSentence> sentences = new ArrayList<>();
    for (List<Token> tokens : CasSentences.of(document)) {
      sentences.add(sentence(document, tokens));
    }
    return new AnnotatedDocument(name, document.getDocumentText(), sentences, model);
  }

  private static AnnotatedSentence sentence(JCas document, List<Token> tokens) {
    List<AnnotatedToken> copied = new ArrayList<>();
    for (Token token : tokens) {
      copied.add(
          new AnnotatedToken(
              token.getBegin(), token.getEnd(), token.getText(), token.getPosValue()));
    }
    int begin = tokens.get(0).getBegin();
    int end = tokens.get(tokens.size() - 1).getEnd();
    List<Segment> segments = new ArrayList<>();
    for (ScoredSegment scored : JCasUtil.selectCovered(document, ScoredSegment.class, begin, end)) {
      if (!(scored.getAnnotation() instanceof POS)) {
        segments.add(segment(tokens, scored));
      }
    }
    return new AnnotatedSentence(copied, segments);
  }

  private static Segment segment(List<Token> tokens, ScoredSegment scored) {
    int first = 0;
    while (tokens.get(first).getBegin() < scored.getBegin()) {
      first++;
    }
    int last = first;
    while (tokens.get(last).getEnd() < scored.getEnd()) {
      last++;
    }
    List<Segment> alternatives = new ArrayList<>();
    if (scored.getAlternatives() != null) {
      scored.getAlternatives().forEach(other -> alternatives.add(segment(tokens, other)));
    }
    return new Segment(
        scored.getBegin(),
        scored.getEnd(),
        new Span(first, last + 1, scored.getValue()),
        scored.getValue_score(),
        alternatives);
  }
}
