package org.gpchain.training.uima;

import java.util.Map;
import java.util.TreeMap;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.Type;
import org.apache.uima.cas.TypeSystem;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
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
   * The regions of a document that annotators have completed.
   *
   * @param ends by where regions begin, the largest end of these and of all before
   */
  record CompletedRegions(TreeMap<Integer, Integer> ends) {
    /** Whether one of them covers {@code [begin, end)}. */
    boolean cover(int begin, int end) {
      Map.Entry<Integer, Integer> before = ends.floorEntry(begin);
      return before != null && before.getValue() >= end;
    }
  }

  /**
   * The completed regions of a document.
   *
   * @throws UnusableCasException if their type is no annotation type
   */
  CompletedRegions completedRegions(JCas document) throws UnusableCasException {
    TreeMap<Integer, Integer> ends = new TreeMap<>();
    if (doneType != null) {
      int largest = 0;
      for (Annotation region : document.getCas().<Annotation>select(typeIn(document))) {
        largest = Math.max(largest, region.getEnd());
        ends.put(region.getBegin(), largest);
      }
    }
    return new CompletedRegions(ends);
  }

  private Type typeIn(JCas document) throws UnusableCasException {
    TypeSystem types = document.getTypeSystem();
    Type type = types.getType(doneType);
    if (type == null || !types.subsumes(types.getType(CAS.TYPE_NAME_ANNOTATION), type)) {
      throw new UnusableCasException(
          "the type system of the document has no annotation type '"
              + doneType
              + "', which was to mark what is done");
    }
    return type;
  }
}
