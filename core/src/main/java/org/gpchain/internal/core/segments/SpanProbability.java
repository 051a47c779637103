package org.gpchain.internal.core.segments;

import java.util.Arrays;
import java.util.List;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;

/**
 * Computes the posterior probabilities of segments from a lattice of label sequences. Immutable.
 */
public final class SpanProbability {
  private final SpanCodec codec;
  private final LabelSet labels;

  /**
   * Index of the label that would extend a segment, by the last label of the segment; -1 if there
   * is none.
   */
  private final int[] continuation;

  /** Index of the label B-X of type X, by the last label of a segment of type X; -1 if none. */
  private final int[] beginning;

  /** Creates the computation for the labels of a model. */
  public SpanProbability(SpanCodec codec, LabelSet labels) {
    this.codec = codec;
    this.labels = labels;
    this.continuation = new int[labels.size()];
    this.beginning = new int[labels.size()];
    for (int label = 0; label < labels.size(); label++) {
      String inside = codec.continuation(labels.label(label));
      continuation[label] = -1;
      beginning[label] = -1;
      if (inside != null) {
        continuation[label] = labels.indexOf(inside);
        beginning[label] = labels.indexOf("B" + inside.substring(1));
      }
    }
  }

  /** Returns the types of segments in alphabetical order. */
  public List<String> types() {
    return List.copyOf(codec.types(labels));
  }

  /**
   * Returns the segments of a label sequence in order.
   *
   * @param path label indices of all tokens; not modified
   */
  public List<Span> spans(int[] path) {
    return codec.decode(Arrays.stream(path).mapToObj(labels::label).toList());
  }

  /**
   * Returns the probability that a sentence has a segment.
   *
   * @param start index of the segment's first token
   * @param segment label indices of the segment's tokens; not modified
   */
  public double of(Lattice lattice, int start, int[] segment) {
    int last = segment[segment.length - 1];
    if (codec.scheme() == TagScheme.IOB1) {
      return ofEitherBeginning(lattice, start, segment, beginning[last], continuation[last]);
    }
    return lattice.segmentProbability(start, segment, continuation[last]);
  }

  /** Returns the probability of a segment, or 0 if the labels cannot express it. */
  public double of(Lattice lattice, Span span) {
    int length = span.end() - span.start();
    List<String> names = codec.encode(List.of(new Span(0, length, span.type())), length);
    int[] segment = new int[length];
    for (int t = 0; t < length; t++) {
      segment[t] = labels.indexOf(names.get(t));
      if (segment[t] < 0) {
        return 0;
      }
    }
    return of(lattice, span.start(), segment);
  }

  /**
   * Returns the probability of a segment in the scheme IOB1, where a segment begins with B-X or,
   * unless the token before it belongs to a segment of the same type, with I-X: {@code p(B I …) +
   * p(I I …) − p(B I I …) − p(I I I …)}.
   *
   * @param segment label indices of the segment's tokens; not modified
   * @param begin index of the label B-X, or -1 if there is none
   * @param inside index of the label I-X, or -1 if there is none
   */
  private static double ofEitherBeginning(
      Lattice lattice, int start, int[] segment, int begin, int inside) {
    int[] path = segment.clone();
    double probability = 0;
    for (int first : new int[] {begin, inside}) {
      if (first >= 0) {
        path[0] = first;
        probability += lattice.segmentProbability(start, path, inside);
      }
    }

    if (inside >= 0 && start > 0) {
      int[] extended = new int[segment.length + 1];
      System.arraycopy(segment, 0, extended, 1, segment.length);
      extended[1] = inside;
      for (int before : new int[] {begin, inside}) {
        if (before >= 0) {
          extended[0] = before;
          probability -= lattice.segmentProbability(start - 1, extended, inside);
        }
      }
    }
    return Math.max(0, Math.min(1, probability));
  }
}
