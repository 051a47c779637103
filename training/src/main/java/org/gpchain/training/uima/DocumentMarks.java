package org.gpchain.training.uima;

import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.uima.cas.Type;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.annotator.cas.SegmentLayer;
import org.gpchain.annotator.cas.UnusableCasException;

/**
 * Annotations of documents that say how far annotators have got.
 *
 * @param doneType full name of an annotation type: sentences within an annotation of it are done;
 *     null for none
 * @param rejectedType full name of an annotation type: rejected suggestions, whose labels are read
 *     as those of the segments that are learned; null for none
 */
public record DocumentMarks(String doneType, String rejectedType) {
  /** Documents say nothing. */
  public static final DocumentMarks NONE = new DocumentMarks(null, null);

  /**
   * The regions that annotators have completed: by where regions begin, the largest end of these
   * and of all before.
   *
   * @throws UnusableCasException if their type is no annotation type
   */
  NavigableMap<Integer, Integer> completedRegions(JCas document) throws UnusableCasException {
    TreeMap<Integer, Integer> ends = new TreeMap<>();
    if (doneType != null) {
      int largest = 0;
      Type type = SegmentLayer.annotationType(document, doneType);
      for (Annotation region : document.getCas().<Annotation>select(type)) {
        largest = Math.max(largest, region.getEnd());
        ends.put(region.getBegin(), largest);
      }
    }
    return ends;
  }
}
