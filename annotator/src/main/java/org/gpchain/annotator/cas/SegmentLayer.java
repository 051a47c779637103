package org.gpchain.annotator.cas;

import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import org.apache.uima.jcas.tcas.Annotation;

/** The DKPro annotations that hold segments. */
public enum SegmentLayer {
  /** Chunks, such as noun chunks. */
  CHUNK(Chunk.class, "chunkValue"),
  /** Named entities. */
  NAMED_ENTITY(NamedEntity.class, "value");

  private final Class<? extends Annotation> type;
  private final String valueFeature;

  SegmentLayer(Class<? extends Annotation> type, String valueFeature) {
    this.type = type;
    this.valueFeature = valueFeature;
  }

  /** The type of the annotations, and the supertype of all that a mapping may name. */
  public Class<? extends Annotation> type() {
    return type;
  }

  /** The raw tag of an annotation of this layer; may be null. */
  public String valueOf(Annotation annotation) {
    return annotation.getStringValue(annotation.getType().getFeatureByBaseName(valueFeature));
  }

  /** Sets the raw tag of an annotation of this layer. */
  void setValue(Annotation annotation, String value) {
    annotation.setStringValue(annotation.getType().getFeatureByBaseName(valueFeature), value);
  }
}
