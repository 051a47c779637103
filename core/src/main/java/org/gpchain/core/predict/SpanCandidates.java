package org.gpchain.core.predict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.core.likelihood.Lattice;

/**
 * The segments of the best label sequences of one sentence, and their probabilities, which add up
 * from one sample to the next.
 */
final class SpanCandidates {
  private static final Comparator<ScoredSpan> BY_PROBABILITY =
      Comparator.comparingDouble(ScoredSpan::probability)
          .reversed()
          .thenComparing(
              ScoredSpan::span,
              Comparator.comparingInt(Span::start)
                  .thenComparingInt(Span::end)
                  .thenComparing(Span::type));

  /**
   * A segment.
   *
   * @param path label numbers of a sequence that has it
   */
  private record Candidate(Span span, int[] path) {}

  private final SpanProbability spanProbability;
  private final int decoded;
  private final List<Candidate> candidates = new ArrayList<>();
  private final double[] probabilities;

  /**
   * @param paths label numbers of the best sequences; the first is the decoded one
   */
  SpanCandidates(SpanProbability spanProbability, List<int[]> paths) {
    this.spanProbability = spanProbability;
    for (Span span : spanProbability.spans(paths.get(0))) {
      candidates.add(new Candidate(span, paths.get(0)));
    }
    this.decoded = candidates.size();
    if (paths.size() > 1) {
      addOthers(paths);
    }
    this.probabilities = new double[candidates.size()];
  }

  /** Adds each segment that the decoded sequence has not, and that overlaps one that it has. */
  private void addOthers(List<int[]> paths) {
    Map<Span, int[]> found = new LinkedHashMap<>();
    for (int[] path : paths) {
      spanProbability.spans(path).forEach(span -> found.putIfAbsent(span, path));
    }
    List<Candidate> best = List.copyOf(candidates);
    best.forEach(candidate -> found.remove(candidate.span()));
    found.forEach(
        (span, path) -> {
          if (best.stream().anyMatch(candidate -> candidate.span().overlaps(span))) {
            candidates.add(new Candidate(span, path));
          }
        });
  }

  /** Adds {@code share} times the probabilities under one lattice. */
  void add(Lattice lattice, double share) {
    for (int i = 0; i < probabilities.length; i++) {
      Candidate candidate = candidates.get(i);
      probabilities[i] += share * spanProbability.of(lattice, candidate.span(), candidate.path());
    }
  }

  /** The decoded segments in their order, each with the others that overlap it. */
  List<ScoredSpan> scored() {
    List<ScoredSpan> scored = new ArrayList<>(decoded);
    for (int i = 0; i < decoded; i++) {
      Span span = candidates.get(i).span();
      scored.add(new ScoredSpan(span, probabilities[i], alternatives(span)));
    }
    return scored;
  }

  private List<ScoredSpan> alternatives(Span span) {
    List<ScoredSpan> others = new ArrayList<>();
    for (int i = decoded; i < probabilities.length; i++) {
      Span other = candidates.get(i).span();
      if (other.overlaps(span)) {
        others.add(new ScoredSpan(other, probabilities[i]));
      }
    }
    others.sort(BY_PROBABILITY);
    return others;
  }
}
