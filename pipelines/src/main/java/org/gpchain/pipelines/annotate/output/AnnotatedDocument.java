package org.gpchain.pipelines.annotate.output;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.gpchain.annotator.cas.CasSentences;
import org.gpchain.annotator.cas.TokenizedSentence;
import org.gpchain.annotator.cas.UnusableCasException;
import org.gpchain.core.text.Span;
import org.gpchain.type.ScoredSegment;

/**
 * An annotated document as the writers see it, copied out of the CAS. Offsets count UTF-16 units of
 * the text.
 *
 * @param name of the document
 * @param language of the text; {@code x-unspecified} if unknown
 * @param text of the document
 * @param sentences its sentences, in order
 * @param layers what annotated it: the models of this run, then those of earlier ones
 */
public record AnnotatedDocument(
    String name,
    String language,
    String text,
    List<AnnotatedSentence> sentences,
    List<Layer> layers) {

  /** Copies the lists. */
  public AnnotatedDocument {
    sentences = List.copyOf(sentences);
    layers = List.copyOf(layers);
  }

  /**
   * A sentence that has tokens.
   *
   * @param tokens its tokens
   * @param segments its segments, layer by layer, in order; parts of speech are none
   */
  public record AnnotatedSentence(List<AnnotatedToken> tokens, List<Segment> segments) {
    /** Copies the lists. */
    public AnnotatedSentence {
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
   * @param layer number of its layer, from 0
   * @param begin where it begins in the text
   * @param end where it ends in the text
   * @param span its tokens and its type
   * @param probability that exactly this segment is there
   * @param alternatives other segments that overlap it, the most probable first; they have none
   */
  record Segment(
      int layer, int begin, int end, Span span, double probability, List<Segment> alternatives) {
    /** Copies the list. */
    Segment {
      alternatives = List.copyOf(alternatives);
    }

    /** What it is, such as {@code NP}. */
    String type() {
      return span.type();
    }
  }

  /** All segments, sentence by sentence. */
  public List<Segment> segments() {
    return sentences.stream().flatMap(sentence -> sentence.segments().stream()).toList();
  }

  /** Number of segments of the first layers. */
  public int segmentCount(int layerCount) {
    return (int) segments().stream().filter(segment -> segment.layer() < layerCount).count();
  }

  /** Number of tokens. */
  int tokenCount() {
    return sentences.stream().mapToInt(sentence -> sentence.tokens().size()).sum();
  }

  /**
   * Copies a document out of the CAS.
   *
   * @param layers of this run
   */
  public static AnnotatedDocument of(String name, JCas document, List<Layer> layers)
      throws UnusableCasException {
    List<Layer> all = new ArrayList<>(layers);
    List<AnnotatedSentence> sentences = new ArrayList<>();
    List<TokenizedSentence> tokenized = CasSentences.tokenized(document);
    if (!tokenized.isEmpty()) {
      Map<Sentence, List<ScoredSegment>> scores =
          JCasUtil.indexCovered(document, Sentence.class, ScoredSegment.class);
      for (TokenizedSentence sentence : tokenized) {
        SegmentReader reader = new SegmentReader(sentence.tokens(), all);
        sentences.add(
            new AnnotatedSentence(
                tokens(sentence.tokens()),
                reader.segments(scores.getOrDefault(sentence.sentence(), List.of()))));
      }
    }
    String text = document.getDocumentText();
    return new AnnotatedDocument(
        name, document.getDocumentLanguage(), text == null ? "" : text, sentences, all);
  }

  private static List<AnnotatedToken> tokens(List<Token> tokens) {
    return tokens.stream()
        .map(
            token ->
                new AnnotatedToken(
                    token.getBegin(), token.getEnd(), token.getText(), token.getPosValue()))
        .toList();
  }
}
