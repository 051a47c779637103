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
 * Finds candidate segments from the marginals of single tokens. A segment is at most as probable as
 * the label of each of its tokens. Therefore, few segments can reach a minimum probability, and
 * they are found without a search over label sequences. Immutable.
 */
final class SegmentDecoder {
  /** The labels of the segments of one type, as indices. Immutable. */
  private static final class TypeLabels {
    private final String type;

    /** Label of a segment of one token. */
    private final int single;

    /** Label of the first token of a longer segment. */
    private final int first;

    /**
     * Second label with which segments of any length may begin; -1 if there is none. It is B-X in
     * the scheme IOB1, where the second of two adjacent segments of type X begins with B-X, and any
     * other segment with I-X.
     */
    private final int otherFirst;

    /** Label of the tokens between the first and the last. */
    private final int inside;

    /** Label of the last token of a longer segment. */
    private final int last;

    TypeLabels(String type, SpanCodec codec, LabelSet labels) {
      int[] ofOne = indices(codec, labels, new Span(0, 1, type));
      int[] ofThree = indices(codec, labels, new Span(0, 3, type));
      this.type = type;
      this.single = ofOne[0];
      this.first = ofThree[0];
      this.inside = ofThree[1];
      this.last = ofThree[2];
      if (codec.scheme() == TagScheme.IOB1) {
        this.otherFirst = indices(codec, labels, new Span(0, 1, type), new Span(1, 2, type))[1];
      } else {
        this.otherFirst = -1;
      }
    }

    /** Returns the label indices of adjacent segments that begin at token 0. */
    private static int[] indices(SpanCodec codec, LabelSet labels, Span... spans) {
      int length = spans[spans.length - 1].end();
      List<String> names = codec.encode(List.of(spans), length);
      return names.stream().mapToInt(labels::indexOf).toArray();
    }

    /**
     * Returns an upper bound of the probability that a segment begins with a token.
     *
     * @param label label of the token, {@link #single} or {@link #first}
     * @param marginals marginals of the sentence, {@code [T×V]} row-major; not modified
     * @param row offset of the token's marginals
     */
    private double begins(int label, double[] marginals, int row) {
      if (otherFirst < 0) {
        return marginals[row + label];
      }
      return marginals[row + label] + marginals[row + otherFirst];
    }

    /** Writes the labels of the segment {@code [start, end)}. */
    private void write(int[] out, int start, int end) {
      Arrays.fill(out, start, end, inside);
      out[end - 1] = last;
      out[start] = end - start == 1 ? single : first;
    }
  }

  /**
   * Memory for the candidates of a sentence of any length (in units of one label). It suffices for
   * all segments of fifty tokens and ten types.
   */
  private static final int SMALLEST_BUDGET = 1_000_000;

  /** Additional memory for each token of a sentence (in units of one label). */
  private static final int BUDGET_OF_TOKEN = 40;

  /** Memory of a candidate in addition to its labels (in units of one label). */
  private static final int CANDIDATE_SIZE = 16;

  private final LabelSet labels;

  /** Index of the label O. */
  private final int outside;

  private final Map<String, TypeLabels> byType = new LinkedHashMap<>();
  private final TypeLabels[] types;

  /** Minimum probability of a candidate. */
  private final double least;

  private SegmentDecoder(SpanCodec codec, LabelSet labels, double least) {
    this.labels = labels;
    this.outside = labels.indexOf(SpanCodec.OUTSIDE);
    this.least = least;
    for (String type : codec.types(labels)) {
      byType.put(type, new TypeLabels(type, codec, labels));
    }
    this.types = byType.values().toArray(TypeLabels[]::new);
  }

  /**
   * Returns the decoder for the labels of a model.
   *
   * @param codec codec of the labels
   * @param labels labels of the model
   * @param least minimum probability of a candidate
   * @return null if segments cannot be chosen independently of one another: if labels do not
   *     represent segments, if there is no label O, or if the label set is not {@linkplain
   *     SpanCodec#complete complete} and cannot express every choice
   */
  static SegmentDecoder of(SpanCodec codec, LabelSet labels, double least) {
    boolean canDecode =
        codec.scheme() != TagScheme.TOKEN
            && labels.indexOf(SpanCodec.OUTSIDE) >= 0
            && codec.complete(labels).size() == labels.size();
    if (!canDecode) {
      return null;
    }
    return new SegmentDecoder(codec, labels, least);
  }

  /**
   * Returns the label sequence of a sentence with some segments.
   *
   * @param spans segments in order, without overlaps
   * @param length number of tokens T of the sentence
   * @return label indices, {@code [T]}; a new array
   */
  int[] path(List<Span> spans, int length) {
    int[] path = new int[length];
    Arrays.fill(path, outside);

    Span previous = null;
    for (Span span : spans) {
      TypeLabels type = byType.get(span.type());
      type.write(path, span.start(), span.end());
      boolean followsSameType =
          previous != null && previous.end() == span.start() && previous.type().equals(span.type());
      if (followsSameType && type.otherFirst >= 0) {
        path[span.start()] = type.otherFirst;
      }
      previous = span;
    }
    return path;
  }

  /**
   * Adds all segments that may reach the minimum probability.
   *
   * <p>If a model is very uncertain, these are almost all segments of a sentence, whose number
   * grows with the square of the length. If the candidates of a long sentence would take too much
   * memory, the longest ones are left out. They are the least probable ones in this case.
   *
   * @param marginals marginals of the sentence, {@code [T×V]} row-major; not modified
   * @param length number of tokens T
   * @param out receives the candidates
   */
  void propose(double[] marginals, int length, SpanCandidates out) {
    int longest = length;
    while (longest > 1 && propose(marginals, length, longest, null) < 0) {
      longest /= 2;
    }
    propose(marginals, length, longest, out);
  }

  /**
   * Adds the candidates up to a maximum length.
   *
   * @param longest maximum length (tokens)
   * @param out receives the candidates; null if only their memory is to be computed
   * @return remaining memory of the sentence (labels); negative if the candidates take too much
   */
  private long propose(double[] marginals, int length, int longest, SpanCandidates out) {
    long left = SMALLEST_BUDGET + (long) BUDGET_OF_TOKEN * length;
    for (int start = 0; start < length && (left >= 0 || out != null); start++) {
      int limit = Math.min(length, start + longest);
      for (TypeLabels type : types) {
        left -= proposeFrom(start, type, marginals, limit, out);
      }
    }
    return left;
  }

  /**
   * Adds the candidates of a type that begin with a token.
   *
   * @param length maximum end of a candidate
   * @return the memory that they take (labels)
   */
  private long proposeFrom(
      int start, TypeLabels type, double[] marginals, int length, SpanCandidates out) {
    int v = labels.size();
    long taken = 0;
    if (type.begins(type.single, marginals, start * v) >= least) {
      taken += propose(start, start + 1, type, out);
    }

    boolean mayContinue = type.begins(type.first, marginals, start * v) >= least;
    for (int last = start + 1; mayContinue && last < length; last++) {
      if (marginals[last * v + type.last] >= least) {
        taken += propose(start, last + 1, type, out);
      }
      mayContinue = marginals[last * v + type.inside] >= least;
    }
    return taken;
  }

  /**
   * Adds a candidate, unless {@code out} is null.
   *
   * @return the memory that it takes (labels)
   */
  private static int propose(int start, int end, TypeLabels type, SpanCandidates out) {
    if (out != null) {
      int[] segment = new int[end - start];
      type.write(segment, 0, segment.length);
      out.add(new Span(start, end, type.type), segment);
    }
    return CANDIDATE_SIZE + end - start;
  }
}
