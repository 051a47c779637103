package org.gpchain.annotator;

import eu.openminted.share.annotations.api.Component;
import eu.openminted.share.annotations.api.constants.OperationType;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.apache.uima.fit.component.JCasAnnotator_ImplBase;
import org.apache.uima.fit.descriptor.LanguageCapability;
import org.apache.uima.fit.descriptor.ResourceMetaData;
import org.apache.uima.fit.descriptor.TypeCapability;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.internal.annotator.cas.PredictionWriter;
import org.gpchain.type.ScoredSegment;

/**
 * Removes the scores of annotations that have been removed: each {@link ScoredSegment} whose
 * annotation is no longer in the index. Documents without GPChain's types are not changed.
 */
@Component(OperationType.ANNOTATOR)
@ResourceMetaData(
    name = "GPChain Cleanup",
    description = "Removes the scores of annotations that have been removed.")
@LanguageCapability("x-unspecified")
@TypeCapability(inputs = "org.gpchain.type.ScoredSegment")
public class GpCleanup extends JCasAnnotator_ImplBase {
  @Override
  public void process(JCas document) {
    if (!PredictionWriter.hasTypes(document)) {
      return;
    }

    Set<Annotation> indexed = Collections.newSetFromMap(new IdentityHashMap<>());
    document.getAnnotationIndex().forEach(indexed::add);
    for (ScoredSegment score : document.select(ScoredSegment.class).asList()) {
      if (score.getAnnotation() != null && !indexed.contains(score.getAnnotation())) {
        score.removeFromIndexes();
      }
    }
  }
}
