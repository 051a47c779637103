package org.gpchain.training.uima;

import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.uima.cas.Type;
import org.apache.uima.cas.TypeSystem;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.annotator.cas.UnusableCasException;

/**
 * The annotation types that mark the progress of annotators in documents.
 *
 * @param doneType full name of the annotation type of completed regions; sentences within such a
 *     region are completely annotated. Null if there is no such type.
 * @param rejectedType full name of the annotation type of rejected suggestions, whose labels are
 *     read from the same feature as the labels of segments. Null if there is no such type.
 */
public record DocumentMarks(String doneType, String rejectedType) {
  /** No marks of progress. */
  public static final DocumentMarks NONE = new DocumentMarks(null, null);

  /**
   * Returns whether an annotation is a rejected suggestion. This is possible for annotations of the
   * learned type, since the type of rejected suggestions may be one of its subtypes.
   */
  boolean isRejected(Annotation annotation) {
    if (rejectedType == null) {
      return false;
    }
    TypeSystem types = annotation.getCAS().getTypeSystem();
    Type rejected = types.getType(rejectedType);
    return rejected != null && types.subsumes(rejected, annotation.getType());
  }

  /**
   * Returns the regions that annotators have completed. The keys are the begins of the regions. The
   * values are the largest end of all regions that begin there or earlier.
   *
   * @throws UnusableCasException if the document has no annotation type {@link #doneType}
   */
  NavigableMap<Integer, Integer> completedRegions(JCas document) throws UnusableCasException {
    TreeMap<Integer, Integer> ends = new TreeMap<>();
    if (doneType == null) {
      return ends;
    }

    int largestEnd = 0;
    Type type = SegmentLayer.annotationType(document, doneType);
    for (Annotation region : document.getCas().<Annotation>select(type)) {
      largestEnd = Math.max(largestEnd, region.getEnd());
      ends.put(region.getBegin(), largestEnd);
    }
    return ends;
  }
}
