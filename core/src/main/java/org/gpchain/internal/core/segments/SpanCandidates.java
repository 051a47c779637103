package org.gpchain.internal.core.segments;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;

/**
 * Candidate segments of a sentence and their probabilities. First all candidates are added, then
 * their probabilities under one lattice, or under one lattice for each posterior sample, are summed
 * up. Not thread-safe.
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

  /** A segment and the sum of its weighted probabilities so far. */
  public static final class Candidate {
    /** The segment. */
    public final Span span;

    /** Label indices of the segment's tokens; not to be modified. */
    public final int[] labels;

    /** Another candidate that begins with the same token; null if there is none. */
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

  /** Segments whose probability is exactly 1. */
  private final List<Span> certain;

  private final List<Candidate> candidates = new ArrayList<>();

  /** The last candidate added for each first token; null if there is none. */
  private final Candidate[] lastAt;

  /**
   * Creates an empty set of candidates.
   *
   * @param spanProbability computes the probabilities of segments
   * @param length number of tokens of the sentence
   * @param certain segments whose probability is exactly 1, without rounding errors
   */
  public SpanCandidates(SpanProbability spanProbability, int length, List<Span> certain) {
    this.spanProbability = spanProbability;
    this.certain = certain;
    this.lastAt = new Candidate[length];
  }

  /**
   * Adds the segments of a label sequence.
   *
   * @param path label indices of all tokens; not modified
   */
  public void addAll(int[] path) {
    for (Span span : spanProbability.spans(path)) {
      add(span, Arrays.copyOfRange(path, span.start(), span.end()));
    }
  }

  /**
   * Adds a segment, unless it was added before.
   *
   * @param labels label indices of the segment's tokens; retained, not copied
   */
  public void add(Span span, int[] labels) {
    if (find(span) == null) {
      Candidate added = new Candidate(span, labels, lastAt[span.start()]);
      lastAt[span.start()] = added;
      candidates.add(added);
    }
  }

  private Candidate find(Span span) {
    Candidate candidate = lastAt[span.start()];
    while (candidate != null && !candidate.span.equals(span)) {
      candidate = candidate.next;
    }
    return candidate;
  }

  /**
   * Adds the probability under a lattice to the probability of each candidate.
   *
   * @param share factor of the probabilities, such as the reciprocal of the number of lattices
   */
  public void weigh(Lattice lattice, double share) {
    for (Candidate candidate : candidates) {
      candidate.probability +=
          share * spanProbability.of(lattice, candidate.span.start(), candidate.labels);
    }
  }

  /**
   * Returns the segments without overlaps that have the largest sum of gains. With the gain {@code
   * p − threshold} and a threshold of half the optimal expected F1, these are the segments with the
   * largest expected F1 (Lipton, Elkan, Naryanaswamy 2014).
   *
   * @param gain maps the probability of a segment to its gain
   * @param least minimum probability; less probable segments are removed from the result
   * @return segments in the order of the sentence
   */
  public List<Span> best(DoubleUnaryOperator gain, double least) {
    candidates.sort(BY_START);
    int count = candidates.size();
    int[] start = new int[count];
    int[] end = new int[count];
    double[] probability = new double[count];
    for (int i = 0; i < count; i++) {
      Candidate candidate = candidates.get(i);
      start[i] = candidate.span.start();
      end[i] = candidate.span.end();
      probability[i] = probability(candidate);
    }

    List<Span> best = new ArrayList<>();
    IntToDoubleFunction gainOfIndex = i -> gain.applyAsDouble(probability[i]);
    for (int i : DisjointSegments.best(start, end, gainOfIndex, 0, count)) {
      if (probability[i] >= least) {
        best.add(candidates.get(i).span);
      }
    }
    return List.copyOf(best);
  }

  private double probability(Candidate candidate) {
    return certain.contains(candidate.span) ? 1 : candidate.probability;
  }

  /** Returns the candidates with at least a minimum probability, ordered by their first token. */
  public List<Candidate> notBelow(double least) {
    return candidates.stream()
        .filter(candidate -> candidate.probability >= least)
        .sorted(BY_START)
        .toList();
  }

  /**
   * Returns decoded segments with their probabilities and alternatives. Alternatives of a segment
   * are other candidates that overlap it.
   *
   * @param decoded candidates without overlaps, in the order of the sentence
   * @param least minimum probability of an alternative; no alternatives if above 1
   * @param most maximum number of alternatives per segment; the most probable ones are returned
   */
  public List<ScoredSpan> scored(List<Span> decoded, double least, int most) {
    List<ScoredSpan> scored = new ArrayList<>(decoded.size());
    for (Span span : decoded) {
      List<ScoredSpan> alternatives = List.of();
      if (least <= 1) {
        alternatives = alternatives(span, least, most);
      }
      scored.add(new ScoredSpan(span, probability(find(span)), alternatives));
    }
    return scored;
  }

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
