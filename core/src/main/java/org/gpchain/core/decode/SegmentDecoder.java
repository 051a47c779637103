package org.gpchain.core.decode;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.core.segments.SpanCandidates;

/**
 * Finds the segments whose probability passes a threshold, by the marginals of single tokens: a
 * segment is at most as probable as the label of each of its tokens. So a sentence has few
 * candidates, and no search over label sequences is needed to find them.
 */
final class SegmentDecoder {
  /**
   * The labels that the segments of one type have, by number.
   *
   * @param otherFirst another label that a segment of any length may begin with; -1 if there is
   *     none
   */
  private record TypeLabels(
      String type, int single, int first, int otherFirst, int inside, int last) {
    /** The probability that a token is the first one of a segment, or more. */
    private double begins(int label, double[] marginals, int row) {
      return marginals[row + label] + (otherFirst < 0 ? 0 : marginals[row + otherFirst]);
    }

    /** Writes the labels of a segment. */
    private void write(int[] out, int start, int end) {
      Arrays.fill(out, start, end, inside);
      out[end - 1] = last;
      out[start] = end - start == 1 ? single : first;
    }
  }

  /**
   * The number of labels that all candidates of a sentence may have, however short it is: more than
   * all segments of fifty tokens and ten types.
   */
  private static final int SMALLEST_BUDGET = 1_000_000;

  /** The number of further labels for each token. */
  private static final int BUDGET_OF_TOKEN = 40;

  /** As many labels take the room of a candidate without its labels. */
  private static final int SEGMENT = 16;

  private final SpanCodec codec;
  private final LabelSet labels;
  private final int outside;
  private final Map<String, TypeLabels> byType = new LinkedHashMap<>();
  private final TypeLabels[] types;
  private final double least;

  private SegmentDecoder(SpanCodec codec, LabelSet labels, double least) {
    this.codec = codec;
    this.labels = labels;
    this.outside = labels.indexOf(SpanCodec.OUTSIDE);
    this.least = least;
    for (String type : codec.types(labels)) {
      int[] alone = numbers(new Span(0, 1, type));
      int[] three = numbers(new Span(0, 3, type));
      byType.put(
          type, new TypeLabels(type, alone[0], three[0], otherFirst(type), three[1], three[2]));
    }
    this.types = byType.values().toArray(TypeLabels[]::new);
  }

  /**
   * @param least the model's probability of a segment that is worth a look
   * @return null if there is none: token labels are not segments, without the label O segments
   *     cannot be chosen one by one, and a label set that is not {@linkplain SpanCodec#complete
   *     complete} cannot write every choice
   */
  static SegmentDecoder of(SpanCodec codec, LabelSet labels, double least) {
    boolean canDecode =
        codec.scheme() != TagScheme.TOKEN
            && labels.indexOf(SpanCodec.OUTSIDE) >= 0
            && codec.complete(labels).size() == labels.size();
    return canDecode ? new SegmentDecoder(codec, labels, least) : null;
  }

  /** In IOB1 the second of two adjacent segments begins with B-X, any other one with I-X. */
  private int otherFirst(String type) {
    return codec.scheme() == TagScheme.IOB1
        ? numbers(new Span(0, 1, type), new Span(1, 2, type))[1]
        : -1;
  }

  /** The labels of adjacent segments. */
  private int[] numbers(Span... spans) {
    int length = spans[spans.length - 1].end();
    return codec.encode(List.of(spans), length).stream().mapToInt(labels::indexOf).toArray();
  }

  /** The labels, by number, of segments that are in order and do not overlap; a new array. */
  int[] path(List<Span> spans, int length) {
    int[] path = new int[length];
    Arrays.fill(path, outside);
    Span previous = null;
    for (Span span : spans) {
      TypeLabels type = byType.get(span.type());
      type.write(path, span.start(), span.end());
      boolean adjacent =
          previous != null && previous.end() == span.start() && previous.type().equals(span.type());
      if (adjacent && type.otherFirst() >= 0) {
        path[span.start()] = type.otherFirst();
      }
      previous = span;
    }
    return path;
  }

  /**
   * Adds all segments that may pass the threshold. Where the model knows next to nothing, these are
   * nearly all segments of a sentence, the square of its length: of a long sentence with too many
   * of them the longest are left out, which are the least probable ones then.
   *
   * @param marginals of the sentence, {@code [T×V]} row-major; not modified
   */
  void propose(double[] marginals, int length, SpanCandidates out) {
    int longest = length;
    while (longest > 1 && propose(marginals, length, longest, null) < 0) {
      longest /= 2;
    }
    propose(marginals, length, longest, out);
  }

  /**
   * Adds those up to some length.
   *
   * @param out null if they are only to be counted
   * @return what they leave of the memory that a sentence may have; below zero if too little
   */
  private long propose(double[] marginals, int length, int longest, SpanCandidates out) {
    long left = SMALLEST_BUDGET + (long) BUDGET_OF_TOKEN * length;
    for (int start = 0; start < length && (left >= 0 || out != null); start++) {
      for (TypeLabels type : types) {
        left -= proposeFrom(start, type, marginals, Math.min(length, start + longest), out);
      }
    }
    return left;
  }

  /** Adds those that begin with a token and end before {@code length}; returns what they take. */
  private long proposeFrom(
      int start, TypeLabels type, double[] marginals, int length, SpanCandidates out) {
    int v = labels.size();
    long taken = 0;
    if (type.begins(type.single(), marginals, start * v) >= least) {
      taken += propose(start, start + 1, type, out);
    }
    boolean goesOn = type.begins(type.first(), marginals, start * v) >= least;
    for (int last = start + 1; goesOn && last < length; last++) {
      if (marginals[last * v + type.last()] >= least) {
        taken += propose(start, last + 1, type, out);
      }
      goesOn = marginals[last * v + type.inside()] >= least;
    }
    return taken;
  }

  private static int propose(int start, int end, TypeLabels type, SpanCandidates out) {
    if (out != null) {
      int[] segment = new int[end - start];
      type.write(segment, 0, segment.length);
      out.add(new Span(start, end, type.type()), segment);
    }
    return SEGMENT + end - start;
  }
}
