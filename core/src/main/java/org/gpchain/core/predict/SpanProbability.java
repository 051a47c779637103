package org.gpchain.core.predict;

import java.util.Arrays;
import java.util.List;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.text.LabelSet;

/** Segments of label sequences and their posterior probability. */
final class SpanProbability {
  private final SpanCodec codec;
  private final LabelSet labels;

  SpanProbability(SpanCodec codec, LabelSet labels) {
    this.codec = codec;
    this.labels = labels;
  }

  /**
   * The segments of a label sequence, in order.
   *
   * @param path label numbers; not modified
   */
  List<Span> spans(int[] path) {
    return codec.decode(Arrays.stream(path).mapToObj(labels::label).toList());
  }

  /**
   * Returns the probability that the tokens of a segment carry its labels and that it ends there.
   *
   * @param path label numbers of the whole sentence; not modified
   */
  double of(Lattice lattice, Span span, int[] path) {
    int[] segment = Arrays.copyOfRange(path, span.start(), span.end());
    String longer = codec.continuation(labels.label(path[span.end() - 1]));
    int notNext = longer == null ? -1 : labels.indexOf(longer);
    return codec.scheme() == TagScheme.IOB1
        ? ofEitherSpelling(lattice, span, segment, notNext)
        : lattice.segmentProbability(span.start(), segment, notNext);
  }

  /**
   * In IOB1 a segment begins with B-X or, unless the token before it has its type, with I-X: {@code
   * p(B I …) + p(I I …) − p(B I I …) − p(I I I …)}.
   *
   * @param segment labels of the segment; the first one is modified
   */
  private double ofEitherSpelling(Lattice lattice, Span span, int[] segment, int notNext) {
    String suffix = span.type().isEmpty() ? "" : "-" + span.type();
    int begin = labels.indexOf("B" + suffix);
    int inside = labels.indexOf("I" + suffix);
    double probability = 0;
    for (int first : new int[] {begin, inside}) {
      if (first >= 0) {
        segment[0] = first;
        probability += lattice.segmentProbability(span.start(), segment, notNext);
      }
    }
    if (inside >= 0 && span.start() > 0) {
      int[] longer = new int[segment.length + 1];
      System.arraycopy(segment, 0, longer, 1, segment.length);
      longer[1] = inside;
      for (int before : new int[] {begin, inside}) {
        if (before >= 0) {
          longer[0] = before;
          probability -= lattice.segmentProbability(span.start() - 1, longer, notNext);
        }
      }
    }
    return Math.max(0, Math.min(1, probability));
  }
}
