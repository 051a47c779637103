package org.gpchain.training.uima;

import java.util.Arrays;
import java.util.List;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.Type;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.annotator.cas.UnusableCasException;

/** The stretches of a document that annotators are done with. */
final class DoneStretches {
  /** In ascending order. */
  private final int[] begins;

  /** For each, the largest end of it and of those before. */
  private final int[] ends;

  private DoneStretches(List<Annotation> stretches) {
    this.begins = stretches.stream().mapToInt(Annotation::getBegin).toArray();
    this.ends = stretches.stream().mapToInt(Annotation::getEnd).toArray();
    Arrays.parallelPrefix(ends, Math::max);
  }

  /**
   * The stretches of a document.
   *
   * @param typeName full name of their type; null if there are none
   * @throws UnusableCasException if there is no such annotation type
   */
  static DoneStretches of(JCas document, String typeName) throws UnusableCasException {
    if (typeName == null) {
      return new DoneStretches(List.of());
    }
    Type type = document.getTypeSystem().getType(typeName);
    Type annotation = document.getTypeSystem().getType(CAS.TYPE_NAME_ANNOTATION);
    if (type == null || !document.getTypeSystem().subsumes(annotation, type)) {
      throw new UnusableCasException(
          "the type system of the document has no annotation type '"
              + typeName
              + "', which was to mark what is done");
    }
    return new DoneStretches(document.getCas().<Annotation>select(type).asList());
  }

  /** Whether one of them covers {@code [begin, end)}. */
  boolean cover(int begin, int end) {
    int after = Arrays.binarySearch(begins, begin + 1);
    // Of equal numbers any may be found: one that is not found has its place before them.
    int count = after >= 0 ? firstOf(begin + 1, after) : -1 - after;
    return count > 0 && ends[count - 1] >= end;
  }

  private int firstOf(int begin, int found) {
    int first = found;
    while (first > 0 && begins[first - 1] == begin) {
      first--;
    }
    return first;
  }
}
