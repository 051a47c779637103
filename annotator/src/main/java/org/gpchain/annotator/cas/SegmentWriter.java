package org.gpchain.annotator.cas;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.uima.cas.Type;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.cas.FSArray;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.core.predict.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.type.ScoredSegment;

/**
 * Writes predicted segments into the CAS: one annotation per segment and, beside it, its
 * probability and its alternatives.
 */
public final class SegmentWriter {
  private final JCas document;
  private final SegmentLayer layer;
  private final String model;
  private final Function<String, Optional<String>> tagOf;
  private final Function<String, Type> typeOf;

  /**
   * A writer into one document.
   *
   * @param document to be written into
   * @param layer what kind of annotation
   * @param model name of the model that found the segments
   * @param tagOf the raw tag to write for a segment of a type; empty if such are not written
   * @param typeOf the annotation type that a tag is mapped to, a subtype of the layer's
   */
  public SegmentWriter(
      JCas document,
      SegmentLayer layer,
      String model,
      Function<String, Optional<String>> tagOf,
      Function<String, Type> typeOf) {
    this.document = document;
    this.layer = layer;
    this.model = model;
    this.tagOf = tagOf;
    this.typeOf = typeOf;
  }

  /**
   * Writes one segment.
   *
   * @param tokens the sentence
   * @param scored a segment of it
   * @return the annotation; empty if segments of this type are not written
   */
  public Optional<Annotation> write(List<Token> tokens, ScoredSpan scored) {
    return scoredSegment(tokens, scored, 1)
        .map(
            score -> {
              Annotation annotation = annotation(score);
              score.setAnnotation(annotation);
              score.setAlternatives(alternatives(tokens, scored.alternatives()));
              score.addToIndexes();
              return annotation;
            });
  }

  private Annotation annotation(ScoredSegment score) {
    Type type = typeOf.apply(score.getValue());
    Annotation annotation =
        (Annotation) document.getCas().createAnnotation(type, score.getBegin(), score.getEnd());
    layer.setValue(annotation, score.getValue());
    annotation.addToIndexes();
    return annotation;
  }

  private Optional<ScoredSegment> scoredSegment(List<Token> tokens, ScoredSpan scored, int rank) {
    return tagOf
        .apply(scored.span().type())
        .map(
            tag -> {
              ScoredSegment score = new ScoredSegment(document);
              cover(tokens, scored.span(), score);
              score.setValue(tag);
              // An average over samples can exceed one by a rounding error.
              score.setValue_score(Math.min(1, scored.probability()));
              score.setRank(rank);
              score.setLayer(layer.typeName());
              score.setModel(model);
              return score;
            });
  }

  /** From the first begin to the last end, also where tokens overlap. */
  private static void cover(List<Token> tokens, Span span, Annotation annotation) {
    int end = 0;
    for (Token token : tokens.subList(span.start(), span.end())) {
      end = Math.max(end, token.getEnd());
    }
    annotation.setBegin(tokens.get(span.start()).getBegin());
    annotation.setEnd(end);
  }

  private FSArray<ScoredSegment> alternatives(List<Token> tokens, List<ScoredSpan> spans) {
    List<ScoredSegment> written = new ArrayList<>();
    for (ScoredSpan span : spans) {
      scoredSegment(tokens, span, written.size() + 2).ifPresent(written::add);
    }
    if (written.isEmpty()) {
      return null;
    }
    FSArray<ScoredSegment> array = new FSArray<>(document, written.size());
    array.copyFromArray(written.toArray(ScoredSegment[]::new), 0, 0, written.size());
    return array;
  }
}
