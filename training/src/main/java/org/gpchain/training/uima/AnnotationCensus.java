package org.gpchain.training.uima;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.Type;
import org.apache.uima.cas.TypeSystem;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;

/** Which types of annotation documents have, for messages about a type that they do not have. */
final class AnnotationCensus {
  private final Map<String, Integer> counts = new TreeMap<>();

  /** Counts the annotations of a document by the names of their types. */
  void add(JCas document) {
    TypeSystem types = document.getTypeSystem();
    Type whole = types.getType(CAS.TYPE_NAME_DOCUMENT_ANNOTATION);
    for (Annotation annotation : document.getAnnotationIndex()) {
      if (!types.subsumes(whole, annotation.getType())) {
        counts.merge(annotation.getType().getName(), 1, Integer::sum);
      }
    }
  }

  /** The types in alphabetical order, each with the number of its annotations. */
  @Override
  public String toString() {
    return counts.isEmpty()
        ? "there are no annotations at all"
        : counts.entrySet().stream()
            .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
            .collect(Collectors.joining(", ", "the available annotations: ", ""));
  }
}
