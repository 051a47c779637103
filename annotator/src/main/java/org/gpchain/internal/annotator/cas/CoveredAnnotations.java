package org.gpchain.internal.annotator.cas;

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
  private long given;

  /** Annotations in the order of an annotation index; copied. */
  public CoveredAnnotations(Collection<T> annotations) {
    this.annotations = List.copyOf(annotations);
  }

  /**
   * Those that begin and end within another annotation, in their order.
   *
   * @throws UnusableCasException if so many of those that this was called with overlap that each
   *     annotation was within ten of them on average
   */
  public List<T> in(Annotation covering) throws UnusableCasException {
    List<T> found = new ArrayList<>();
    int next = firstFrom(covering.getBegin(), annotations);
    for (T one : annotations.subList(next, annotations.size())) {
      if (one.getBegin() > covering.getEnd()) {
        break;
      }
      if (one.getEnd() <= covering.getEnd()) {
        found.add(one);
      }
    }
    given += found.size();
    if (given > (long) MAX_TIMES * annotations.size()) {
      throw new UnusableCasException(
          String.format(
              "the annotations %s overlap so that what is in them would be read more than %s times"
                  + " (a limit); give each place of the text one %s",
              covering.getType().getShortName(), MAX_TIMES, covering.getType().getShortName()));
    }
    return found;
  }

  /**
   * The first of ordered annotations that does not begin before an offset; their number if none.
   */
  public static int firstFrom(int offset, List<? extends Annotation> annotations) {
    int low = 0;
    int high = annotations.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (annotations.get(middle).getBegin() < offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
