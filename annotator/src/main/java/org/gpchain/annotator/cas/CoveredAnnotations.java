package org.gpchain.annotator.cas;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.uima.jcas.tcas.Annotation;

/**
 * Annotations that are asked which of them lie within others, such as the tokens of sentences. All
 * that a document has are found in one pass, each by binary search.
 */
public final class CoveredAnnotations<T extends Annotation> {
  /** Sentences may overlap, but not so that the same annotations are given again and again. */
  private static final int MAX_TIMES = 10;

  private final List<T> annotations;
  private final int[] begins;
  private long given;

  /** Annotations in the order of an annotation index; copied. */
  public CoveredAnnotations(Collection<T> annotations) {
    this.annotations = List.copyOf(annotations);
    this.begins = this.annotations.stream().mapToInt(Annotation::getBegin).toArray();
  }

  /**
   * Those that begin and end within another annotation, in their order.
   *
   * @throws UnusableCasException if so many of those that this was called with overlap that each
   *     annotation was within ten of them on average
   */
  public List<T> in(Annotation covering) throws UnusableCasException {
    List<T> found = new ArrayList<>();
    for (int i = first(covering.getBegin());
        i < begins.length && begins[i] <= covering.getEnd();
        i++) {
      if (annotations.get(i).getEnd() <= covering.getEnd()) {
        found.add(annotations.get(i));
      }
    }
    given += found.size();
    if (given > (long) MAX_TIMES * begins.length) {
      throw new UnusableCasException(
          String.format(
              "the annotations %s overlap so that what is in them would be read more than %s times"
                  + " (a limit); give each place of the text one %s",
              covering.getType().getShortName(), MAX_TIMES, covering.getType().getShortName()));
    }
    return found;
  }

  /** The first annotation that does not begin before an offset. */
  private int first(int offset) {
    int low = 0;
    int high = begins.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (begins[middle] < offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
