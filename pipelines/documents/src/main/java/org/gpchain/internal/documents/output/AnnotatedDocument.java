package org.gpchain.internal.documents.output;

import com.fasterxml.jackson.annotation.JsonInclude;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Document;
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
 * An annotated document as the writers see it, copied out of the CAS. Offsets count UTF-16 units of
 * the text.
 *
 * @param language of the text; {@code x-unspecified} if unknown
 * @param layers what annotated it: the models of this run, then those of earlier ones
 */
public record AnnotatedDocument(
    String name,
    String language,
    String text,
    List<AnnotatedSentence> sentences,
    List<Layer> layers) {
  /**
   * The annotations of one model.
   *
   * @param type full name of the annotation type that it writes
   * @param card what is known of the model; null if it annotated the document earlier
   */
  public record Layer(
      String model, String type, @JsonInclude(JsonInclude.Include.NON_NULL) ModelCard card) {
    boolean has(String otherModel, String otherType) {
      return model.equals(otherModel) && type.equals(otherType);
    }

    /** What is known of the model as a phrase, for people. */
    String phrase() {
      return card == null ? model + " (annotated earlier)" : card.phrase();
    }
  }

  public AnnotatedDocument {
    sentences = List.copyOf(sentences);
    layers = List.copyOf(layers);
  }

  /**
   * A sentence that has tokens. Its segments are in order, layer by layer; parts of speech are none
   * but those of a layer.
   *
   * @param id of the sentence in its source; empty if it has none
   * @param part id of the document that begins with the sentence, where a source has several; empty
   *     if none begins, or has an id
   */
  public record AnnotatedSentence(
      List<AnnotatedToken> tokens, List<Segment> segments, String id, String part) {
    public AnnotatedSentence {
      tokens = List.copyOf(tokens);
      segments = List.copyOf(segments);
    }

    /** A sentence without ids. */
    public AnnotatedSentence(List<AnnotatedToken> tokens, List<Segment> segments) {
      this(tokens, segments, "", "");
    }

    public int begin() {
      return tokens.get(0).begin();
    }

    int end() {
      return tokens.get(tokens.size() - 1).end();
    }
  }

  /** A token; its part of speech is null if it was not tagged. */
  public record AnnotatedToken(int begin, int end, String word, String pos) {}

  /**
   * @param layer number of its layer, from 0
   * @param span its tokens and its type
   * @param probability that exactly this segment is there
   * @param alternatives other segments that overlap it, the most probable first; they have none
   */
  public record Segment(
      int layer, int begin, int end, Span span, double probability, List<Segment> alternatives) {
    public Segment {
      alternatives = List.copyOf(alternatives);
    }

    /** What it is, such as {@code NP}. */
    public String type() {
      return span.type();
    }
  }

  /** All segments, sentence by sentence. */
  public List<Segment> segments() {
    return sentences.stream().flatMap(sentence -> sentence.segments().stream()).toList();
  }

  public int tokenCount() {
    return sentences.stream().mapToInt(sentence -> sentence.tokens().size()).sum();
  }

  /**
   * Copies a document, or a piece of a text, out of the CAS, which layers of this run annotated.
   *
   * @param start where the piece begins in the text, 0 for all of it; offsets are counted from the
   *     beginning of the text
   * @param words takes each word and gives the same, for those who keep each once
   * @throws UnusableCasException if it cannot be copied; it says why
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
      // Sentences that overlap have each segment once.
      Set<ScoredSegment> seen = new HashSet<>();
      for (TokenizedSentence sentence : tokenized) {
        List<AnnotatedToken> tokens = new ArrayList<>(sentence.tokens().size());
        for (Token token : sentence.tokens()) {
          tokens.add(
              new AnnotatedToken(
                  start + token.getBegin(),
                  start + token.getEnd(),
                  words.apply(token.getText()),
                  token.getPosValue()));
        }
        sentences.add(
            new AnnotatedSentence(
                tokens,
                reader.segments(
                    sentence.tokens(),
                    scores.in(sentence.sentence()).stream().filter(seen::add).toList()),
                Objects.requireNonNullElse(sentence.sentence().getId(), ""),
                parts.getOrDefault(sentence.sentence().getBegin(), "")));
      }
    }
    return new AnnotatedDocument(
        name, document.getDocumentLanguage(), text, sentences, reader.layers());
  }

  /** Returns the ids of documents in a source with several, by the place where each begins. */
  private static Map<Integer, String> parts(JCas document) {
    Map<Integer, String> parts = new HashMap<>();
    for (Document part : document.getAnnotationIndex(Document.class)) {
      parts.put(part.getBegin(), Objects.requireNonNullElse(part.getId(), ""));
    }
    return parts;
  }
}
