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
 * probability and its alternatives, if the CAS has the types for them.
 */
public final class SegmentWriter {
  private final JCas document;
  private final Origin origin;
  private final String scoreFeature;
  private final boolean withScores;
  private final Function<String, Optional<String>> tagOf;
  private final Function<String, Type> typeOf;

  /**
   * A writer into one document.
   *
   * @param document to be written into
   * @param origin what found the segments
   * @param scoreFeature the feature of the layer that takes the probability; null for none
   * @param tagOf the raw tag to write for a segment of a type; empty if such are not written
   * @param typeOf the annotation type that a tag is mapped to, a subtype of the layer's
   */
  public SegmentWriter(
      JCas document,
      Origin origin,
      String scoreFeature,
      Function<String, Optional<String>> tagOf,
      Function<String, Type> typeOf) {
    this.document = document;
    this.origin = origin;
    this.scoreFeature = scoreFeature;
    this.withScores = GpChainTypes.areIn(document);
    this.tagOf = tagOf;
    this.typeOf = typeOf;
  }

  /**
   * Writes one segment. Into a document without GPChain's types only the annotation is written.
   *
   * @param tokens the sentence
   * @param scored a segment of it
   * @return the annotation; empty if segments of this type are not written
   */
  public Optional<Annotation> write(List<Token> tokens, ScoredSpan scored) {
    return tagOf.apply(scored.span().type()).map(tag -> write(tokens, scored, tag));
  }

  private Annotation write(List<Token> tokens, ScoredSpan scored, String tag) {
    Annotation annotation = document.getCas().createFS(typeOf.apply(tag));
    cover(tokens, scored.span(), annotation);
    origin.layer().setValue(annotation, tag);
    if (scoreFeature != null) {
      SegmentLayer.setNumber(annotation, scoreFeature, probability(scored));
    }
    annotation.addToIndexes();
    if (withScores) {
      ScoredSegment score = scoredSegment(tokens, scored, tag, 1);
      score.setAnnotation(annotation);
      score.setAlternatives(alternatives(tokens, scored.alternatives()));
      score.addToIndexes();
    }
    return annotation;
  }

  private ScoredSegment scoredSegment(List<Token> tokens, ScoredSpan scored, String tag, int rank) {
    ScoredSegment score = new ScoredSegment(document);
    cover(tokens, scored.span(), score);
    score.setValue(tag);
    score.setValue_score(probability(scored));
    score.setRank(rank);
    score.setLayer(origin.layer().typeName());
    score.setModel(origin.model());
    return score;
  }

  /** An average over samples can exceed one by a rounding error. */
  private static double probability(ScoredSpan scored) {
    return Math.min(1, scored.probability());
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
      tagOf
          .apply(span.span().type())
          .map(tag -> scoredSegment(tokens, span, tag, written.size() + 2))
          .ifPresent(written::add);
    }
    if (written.isEmpty()) {
      return null;
    }
    FSArray<ScoredSegment> array = new FSArray<>(document, written.size());
    array.copyFromArray(written.toArray(ScoredSegment[]::new), 0, 0, written.size());
    return array;
  }
}
