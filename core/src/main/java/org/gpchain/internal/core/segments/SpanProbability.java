package org.gpchain.internal.core.segments;

import java.util.Arrays;
import java.util.List;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;

/** Segments of label sequences and their posterior probability. */
public final class SpanProbability {
  private final SpanCodec codec;
  private final LabelSet labels;

  /** For each label that a segment can end with, the one that would lengthen it; -1 for none. */
  private final int[] continuation;

  /** The label B-X of the same type; -1 for none. */
  private final int[] beginning;

  public SpanProbability(SpanCodec codec, LabelSet labels) {
    this.codec = codec;
    this.labels = labels;
    this.continuation = new int[labels.size()];
    this.beginning = new int[labels.size()];
    for (int label = 0; label < labels.size(); label++) {
      String longer = codec.continuation(labels.label(label));
      continuation[label] = longer == null ? -1 : labels.indexOf(longer);
      beginning[label] = longer == null ? -1 : labels.indexOf("B" + longer.substring(1));
    }
  }

  /** The types of segments, in alphabetical order. */
  public List<String> types() {
    return List.copyOf(codec.types(labels));
  }

  /** The segments of a label sequence, in order. */
  public List<Span> spans(int[] path) {
    return codec.decode(Arrays.stream(path).mapToObj(labels::label).toList());
  }

  /**
   * Returns the probability that the tokens of a segment carry its labels and that it ends there.
   *
   * @param start its first token
   * @param segment label numbers of its tokens; not modified
   */
  public double of(Lattice lattice, int start, int[] segment) {
    int last = segment[segment.length - 1];
    return codec.scheme() == TagScheme.IOB1
        ? ofEitherSpelling(lattice, start, segment, beginning[last], continuation[last])
        : lattice.segmentProbability(start, segment, continuation[last]);
  }

  /** Returns the probability of a segment; 0 where the labels cannot write it. */
  public double of(Lattice lattice, Span span) {
    int length = span.end() - span.start();
    int[] segment =
        codec.encode(List.of(new Span(0, length, span.type())), length).stream()
            .mapToInt(labels::indexOf)
            .toArray();
    return Arrays.stream(segment).anyMatch(label -> label < 0)
        ? 0
        : of(lattice, span.start(), segment);
  }

  /**
   * In IOB1 a segment begins with B-X or, unless the token before it has its type, with I-X: {@code
   * p(B I …) + p(I I …) − p(B I I …) − p(I I I …)}.
   */
  private static double ofEitherSpelling(
      Lattice lattice, int start, int[] segment, int begin, int inside) {
    int[] spelled = segment.clone();
    double probability = 0;
    for (int first : new int[] {begin, inside}) {
      if (first >= 0) {
        spelled[0] = first;
        probability += lattice.segmentProbability(start, spelled, inside);
      }
    }
    if (inside >= 0 && start > 0) {
      int[] longer = new int[segment.length + 1];
      System.arraycopy(segment, 0, longer, 1, segment.length);
      longer[1] = inside;
      for (int before : new int[] {begin, inside}) {
        if (before >= 0) {
          longer[0] = before;
          probability -= lattice.segmentProbability(start - 1, longer, inside);
        }
      }
    }
    return Math.max(0, Math.min(1, probability));
  }
}
