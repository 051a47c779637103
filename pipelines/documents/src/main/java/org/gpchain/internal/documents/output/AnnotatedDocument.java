package org.gpchain.internal.documents.output;

import com.fasterxml.jackson.annotation.JsonInclude;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Document;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.uima.jcas.JCas;
import org.gpchain.core.text.Span;
import org.gpchain.internal.annotator.cas.CasSentences;
import org.gpchain.internal.annotator.cas.CasSentences.TokenizedSentence;
import org.gpchain.internal.annotator.cas.CoveredAnnotations;
import org.gpchain.internal.annotator.cas.UnusableCasException;
import org.gpchain.internal.documents.page.ModelCard;
import org.gpchain.type.ScoredSegment;

/**
 * A copy of an annotated document with the annotations that the writers need. Offsets count UTF-16
 * code units.
 *
 * @param name name of the document
 * @param language language of the text; {@code x-unspecified} if it is unknown
 * @param text the text
 * @param sentences sentences that have tokens
 * @param layers layers of segments: first of the models of this run, then of earlier runs
 */
public record AnnotatedDocument(
    String name,
    String language,
    String text,
    List<AnnotatedSentence> sentences,
    List<Layer> layers) {
  /**
   * The segments of one model.
   *
   * @param model name of the model
   * @param type full name of the annotation type
   * @param card properties of the model; null if it annotated the document in an earlier run
   */
  public record Layer(
      String model, String type, @JsonInclude(JsonInclude.Include.NON_NULL) ModelCard card) {
    boolean has(String otherModel, String otherType) {
      return model.equals(otherModel) && type.equals(otherType);
    }

    /** Returns a description of the model for users. */
    String phrase() {
      if (card == null) {
        return model + " (annotated earlier)";
      }
      return card.phrase();
    }
  }

  /** Copies the lists. */
  public AnnotatedDocument {
    sentences = List.copyOf(sentences);
    layers = List.copyOf(layers);
  }

  /**
   * A sentence that has tokens.
   *
   * @param tokens tokens of the sentence
   * @param segments segments layer by layer, in order. Parts of speech are segments only if they
   *     are a layer.
   * @param id id of the sentence in its source; empty if it has none
   * @param part id of the document that begins with the sentence, if a source has several
   *     documents; empty if no document begins or the document has no id
   */
  public record AnnotatedSentence(
      List<AnnotatedToken> tokens, List<Segment> segments, String id, String part) {
    /** Copies the lists. */
    public AnnotatedSentence {
      tokens = List.copyOf(tokens);
      segments = List.copyOf(segments);
    }

    /** Creates a sentence without ids. */
    public AnnotatedSentence(List<AnnotatedToken> tokens, List<Segment> segments) {
      this(tokens, segments, "", "");
    }

    /** Returns the offset of the first character of the first token. */
    public int begin() {
      return tokens.get(0).begin();
    }

    int end() {
      return tokens.get(tokens.size() - 1).end();
    }
  }

  /** A token. Its part of speech is null if it was not tagged. */
  public record AnnotatedToken(int begin, int end, String word, String pos) {}

  /**
   * A segment, or an alternative of a segment.
   *
   * @param layer index of its layer
   * @param begin offset of the first character
   * @param end offset after the last character
   * @param span range of its tokens in the sentence, and its type
   * @param probability probability that exactly this segment is correct
   * @param alternatives other segments that overlap it, the most probable first; they have no
   *     alternatives themselves
   */
  public record Segment(
      int layer, int begin, int end, Span span, double probability, List<Segment> alternatives) {
    /** Copies the alternatives. */
    public Segment {
      alternatives = List.copyOf(alternatives);
    }

    /** Returns the type, such as {@code NP}. */
    public String type() {
      return span.type();
    }
  }

  /** Returns all segments, sentence by sentence. */
  public List<Segment> segments() {
    return sentences.stream().flatMap(sentence -> sentence.segments().stream()).toList();
  }

  /** Returns the number of tokens in all sentences. */
  public int tokenCount() {
    return sentences.stream().mapToInt(sentence -> sentence.tokens().size()).sum();
  }

  /**
   * Copies a document, or a piece of a long text, out of a CAS.
   *
   * @param name name of the document
   * @param document the document or piece
   * @param layers layers of the models of this run
   * @param start offset of the piece in the text; 0 for a whole document. It is added to all
   *     offsets.
   * @param words returns the object to store for a word, such as one shared by equal words
   * @throws UnusableCasException if annotations of an earlier run are invalid
   */
  public static AnnotatedDocument of(
      String name, JCas document, List<Layer> layers, int start, UnaryOperator<String> words)
      throws UnusableCasException {
    List<TokenizedSentence> tokenized = CasSentences.tokenized(document);
    String text = Objects.requireNonNullElse(document.getDocumentText(), "");
    SegmentReader reader = new SegmentReader(layers, text.length(), start);
    List<AnnotatedSentence> sentences = new ArrayList<>(tokenized.size());
    if (!tokenized.isEmpty()) {
      CoveredAnnotations<ScoredSegment> scores =
          new CoveredAnnotations<>(document.getAnnotationIndex(ScoredSegment.class));
      Map<Integer, String> parts = parts(document);
      // Sentences can overlap, but each segment is copied only once.
      Set<ScoredSegment> seen = new HashSet<>();
      for (TokenizedSentence sentence : tokenized) {
        Sentence annotation = sentence.sentence();
        List<ScoredSegment> scored = scores.in(annotation).stream().filter(seen::add).toList();
        sentences.add(
            new AnnotatedSentence(
                tokens(sentence, start, words),
                reader.segments(sentence.tokens(), scored),
                Objects.requireNonNullElse(annotation.getId(), ""),
                parts.getOrDefault(annotation.getBegin(), "")));
      }
    }
    return new AnnotatedDocument(
        name, document.getDocumentLanguage(), text, sentences, reader.layers());
  }

  private static List<AnnotatedToken> tokens(
      TokenizedSentence sentence, int start, UnaryOperator<String> words) {
    List<AnnotatedToken> tokens = new ArrayList<>(sentence.tokens().size());
    for (Token token : sentence.tokens()) {
      tokens.add(
          new AnnotatedToken(
              start + token.getBegin(),
              start + token.getEnd(),
              words.apply(token.getText()),
              token.getPosValue()));
    }
    return tokens;
  }

  /** Returns the ids of the documents in a source with several, by the offset where each begins. */
  private static Map<Integer, String> parts(JCas document) {
    Map<Integer, String> parts = new HashMap<>();
    for (Document part : document.getAnnotationIndex(Document.class)) {
      parts.put(part.getBegin(), Objects.requireNonNullElse(part.getId(), ""));
    }
    return parts;
  }
}
