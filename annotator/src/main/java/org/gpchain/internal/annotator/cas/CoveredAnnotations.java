package org.gpchain.internal.annotator.cas;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.uima.jcas.tcas.Annotation;

/**
 * A sorted list of annotations, such as the tokens of a document, that finds the annotations within
 * another one, such as a sentence, by binary search.
 */
public final class CoveredAnnotations<T extends Annotation> {
  /**
   * Maximum average number of times that each annotation may be returned. It bounds the work on
   * documents with many overlapping sentences.
   */
  private static final int MAX_TIMES = 10;

  private final List<T> annotations;

  /** Number of annotations returned so far, over all calls. */
  private long returnedCount;

  /**
   * Creates a list for look-ups.
   *
   * @param annotations annotations in the order of an annotation index; copied
   */
  public CoveredAnnotations(Collection<T> annotations) {
    this.annotations = List.copyOf(annotations);
  }

  /**
   * Returns the annotations that begin and end within another annotation, in their order.
   *
   * @throws UnusableCasException if the covering annotations of all calls overlap so much that each
   *     annotation was returned more than ten times on average
   */
  public List<T> in(Annotation covering) throws UnusableCasException {
    List<T> covered = new ArrayList<>();
    int next = firstFrom(covering.getBegin(), annotations);
    for (T annotation : annotations.subList(next, annotations.size())) {
      if (annotation.getBegin() > covering.getEnd()) {
        break;
      }
      if (annotation.getEnd() <= covering.getEnd()) {
        covered.add(annotation);
      }
    }

    returnedCount += covered.size();
    if (returnedCount > (long) MAX_TIMES * annotations.size()) {
      throw new UnusableCasException(
          String.format(
              "the annotations %s overlap so much that the annotations in them would be read more"
                  + " than %s times on average; remove %s annotations that overlap others",
              covering.getType().getShortName(), MAX_TIMES, covering.getType().getShortName()));
    }
    return covered;
  }

  /**
   * Returns the index of the first annotation that begins at or after an offset, or the number of
   * annotations if there is none.
   *
   * @param offset offset in the text, in UTF-16 units
   * @param annotations annotations in the order of an annotation index
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
