package org.gpchain.annotator.cas;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.List;
import java.util.function.Function;
import org.apache.uima.cas.Type;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.core.predict.ScoredSpan;
import org.gpchain.core.predict.Span;
import org.gpchain.type.ScoredSegment;

/** Writes predicted segments into the CAS: an annotation each, and beside it how sure it is. */
public final class SegmentWriter {
  private final JCas document;
  private final SegmentLayer layer;
  private final Function<String, Type> typeOf;

  /**
   * A writer into one document.
   *
   * @param document to be written into
   * @param layer what kind of annotation
   * @param typeOf the type that a tag is mapped to, a subtype of the layer's
   */
  public SegmentWriter(JCas document, SegmentLayer layer, Function<String, Type> typeOf) {
    this.document = document;
    this.layer = layer;
    this.typeOf = typeOf;
  }

  /**
   * Writes one segment.
   *
   * @param tokens the sentence
   * @param scored a segment of it
   * @param value the raw tag to write
   */
  public void write(List<Token> tokens, ScoredSpan scored, String value) {
    Span span = scored.span();
    int begin = tokens.get(span.start()).getBegin();
    int end = tokens.get(span.end() - 1).getEnd();
    Annotation annotation =
        (Annotation) document.getCas().createAnnotation(typeOf.apply(value), begin, end);
    layer.setValue(annotation, value);
    annotation.addToIndexes();
    ScoredSegment score = new ScoredSegment(document, begin, end);
    score.setAnnotation(annotation);
    score.setValue(value);
    // An average over samples can exceed one by a rounding error.
    score.setValue_score(Math.min(1, scored.probability()));
    score.addToIndexes();
  }
}
