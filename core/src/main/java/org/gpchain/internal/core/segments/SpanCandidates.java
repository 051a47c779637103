package org.gpchain.internal.core.segments;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;

/**
 * Segments that may be in a sentence, and their probabilities, which add up from one sample to the
 * next. First all candidates are added, then all lattices.
 */
public final class SpanCandidates {
  private static final Comparator<ScoredSpan> BY_PROBABILITY =
      Comparator.comparingDouble(ScoredSpan::probability)
          .reversed()
          .thenComparing(
              ScoredSpan::span,
              Comparator.comparingInt(Span::start)
                  .thenComparingInt(Span::end)
                  .thenComparing(Span::type));

  private static final Comparator<Candidate> BY_START =
      Comparator.comparingInt(candidate -> candidate.span.start());

  /** A segment and its probability so far. */
  public static final class Candidate {
    public final Span span;

    /** Label numbers of its tokens. */
    public final int[] labels;

    /** Another candidate that begins with the same token, or null. */
    private final Candidate next;

    private double probability;

    Candidate(Span span, int[] labels, Candidate next) {
      this.span = span;
      this.labels = labels;
      this.next = next;
    }

    /** Returns the sum of the probabilities under the lattices that were added. */
    public double probability() {
      return probability;
    }
  }

  private final SpanProbability spanProbability;
  private final List<Span> certain;
  private final List<Candidate> candidates = new ArrayList<>();

  /** The candidate added last of those that begin with a token. */
  private final Candidate[] lastAt;

  /**
   * @param certain segments whose probability is exactly one, without rounding errors
   */
  public SpanCandidates(SpanProbability spanProbability, int length, List<Span> certain) {
    this.spanProbability = spanProbability;
    this.certain = certain;
    this.lastAt = new Candidate[length];
  }

  /** Adds the segments of a label sequence. */
  public void addAll(int[] path) {
    for (Span span : spanProbability.spans(path)) {
      add(span, Arrays.copyOfRange(path, span.start(), span.end()));
    }
  }

  /** Adds a segment with the numbers of its labels, which are kept, unless it is there already. */
  public void add(Span span, int[] labels) {
    if (find(span) == null) {
      Candidate added = new Candidate(span, labels, lastAt[span.start()]);
      lastAt[span.start()] = added;
      candidates.add(added);
    }
  }

  private Candidate find(Span span) {
    Candidate found = lastAt[span.start()];
    while (found != null && !found.span.equals(span)) {
      found = found.next;
    }
    return found;
  }

  /** Adds {@code share} times the probabilities under one lattice. */
  public void weigh(Lattice lattice, double share) {
    for (Candidate candidate : candidates) {
      candidate.probability +=
          share * spanProbability.of(lattice, candidate.span.start(), candidate.labels);
    }
  }

  /**
   * The segments that do not overlap and have the largest sum of gains: with {@code p − threshold},
   * half of the expected F1 being the threshold, the set with the largest expected F1 (Lipton,
   * Elkan, Naryanaswamy 2014).
   *
   * @param gain of a segment, by its probability
   * @param least of these, segments that are less probable are left out
   * @return in their order
   */
  public List<Span> best(DoubleUnaryOperator gain, double least) {
    candidates.sort(BY_START);
    int[] start = candidates.stream().mapToInt(candidate -> candidate.span.start()).toArray();
    int[] end = candidates.stream().mapToInt(candidate -> candidate.span.end()).toArray();
    int[] best =
        DisjointSegments.best(
            start, end, i -> gain.applyAsDouble(probability(candidates.get(i))), 0, start.length);
    return Arrays.stream(best)
        .mapToObj(candidates::get)
        .filter(candidate -> probability(candidate) >= least)
        .map(candidate -> candidate.span)
        .toList();
  }

  private double probability(Candidate candidate) {
    return certain.contains(candidate.span) ? 1 : candidate.probability;
  }

  /** Those that are not less probable than {@code least}, in their order. */
  public List<Candidate> notBelow(double least) {
    return candidates.stream()
        .filter(candidate -> candidate.probability >= least)
        .sorted(BY_START)
        .toList();
  }

  /**
   * Decoded segments with their probabilities.
   *
   * @param decoded candidates that do not overlap, in their order
   * @param least the other candidates that overlap a segment and are at least so probable are its
   *     alternatives
   * @param most alternatives of a segment, at most: the most probable ones
   */
  public List<ScoredSpan> scored(List<Span> decoded, double least, int most) {
    List<ScoredSpan> scored = new ArrayList<>(decoded.size());
    for (Span span : decoded) {
      Candidate found = find(span);
      List<ScoredSpan> alternatives = least > 1 ? List.of() : alternatives(span, least, most);
      scored.add(new ScoredSpan(span, probability(found), alternatives));
    }
    return scored;
  }

  /** Those of a decoded segment; no other decoded one overlaps it. */
  private List<ScoredSpan> alternatives(Span span, double least, int most) {
    List<ScoredSpan> alternatives = new ArrayList<>();
    for (Candidate other : candidates) {
      if (other.span.overlaps(span) && !other.span.equals(span) && other.probability >= least) {
        alternatives.add(new ScoredSpan(other.span, other.probability));
      }
    }
    return alternatives.stream().sorted(BY_PROBABILITY).limit(most).toList();
  }
}
