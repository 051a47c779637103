package org.gpchain.core.predict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.text.Span;

/**
 * Segments that may be in a sentence, and their probabilities, which add up from one sample to the
 * next. First all candidates are added, then all lattices.
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
   * @param number of the candidate, in the order in which they were added
   * @param labels label numbers of its tokens
   */
  private record Candidate(int number, int[] labels) {}

  private final SpanProbability spanProbability;
  private final SegmentCalibration calibration;
  private final Map<Span, Candidate> candidates = new LinkedHashMap<>();
  private double[] probabilities = {};

  /**
   * @param calibration of the probabilities
   */
  SpanCandidates(SpanProbability spanProbability, SegmentCalibration calibration) {
    this.spanProbability = spanProbability;
    this.calibration = calibration;
  }

  /**
   * Adds the segments of a label sequence.
   *
   * @param path label numbers of the sentence; not modified
   */
  void addAll(int[] path) {
    for (Span span : spanProbability.spans(path)) {
      add(span, Arrays.copyOfRange(path, span.start(), span.end()));
    }
  }

  /**
   * Adds a segment, unless it is there.
   *
   * @param labels label numbers of its tokens; kept
   */
  void add(Span span, int[] labels) {
    candidates.putIfAbsent(span, new Candidate(candidates.size(), labels));
  }

  /** Adds {@code share} times the probabilities under one lattice. */
  void weigh(Lattice lattice, double share) {
    if (probabilities.length != candidates.size()) {
      probabilities = new double[candidates.size()];
    }
    candidates.forEach(
        (span, candidate) ->
            probabilities[candidate.number()] +=
                share * spanProbability.of(lattice, span.start(), candidate.labels()));
  }

  /**
   * The segments that do not overlap and have the largest sum of {@code p − threshold}, p being
   * their honest probability: with half of the F1 that is to be expected as the threshold, the set
   * with the largest expected F1 (Lipton, Elkan, Naryanaswamy 2014).
   *
   * @param length number of tokens of the sentence
   * @return in their order
   */
  List<Span> best(int length) {
    List<Span> spans = new ArrayList<>(candidates.keySet());
    int[] firstAt = new int[length];
    int[] nextThere = new int[spans.size()];
    Arrays.fill(firstAt, -1);
    for (int i = 0; i < spans.size(); i++) {
      nextThere[i] = firstAt[spans.get(i).start()];
      firstAt[spans.get(i).start()] = i;
    }
    // From the right: the best that the tokens from t on can have, and the segment it begins with.
    double[] value = new double[length + 1];
    Span[] choice = new Span[length];
    for (int t = length - 1; t >= 0; t--) {
      value[t] = value[t + 1];
      for (int i = firstAt[t]; i >= 0; i = nextThere[i]) {
        double gain = calibration.of(probabilities[i]) - calibration.threshold();
        double sum = gain + value[spans.get(i).end()];
        if (gain > 0 && sum > value[t]) {
          value[t] = sum;
          choice[t] = spans.get(i);
        }
      }
    }
    List<Span> best = new ArrayList<>();
    for (int t = 0; t < length; ) {
      if (choice[t] == null) {
        t++;
      } else {
        best.add(choice[t]);
        t = choice[t].end();
      }
    }
    return best;
  }

  /**
   * Decoded segments with their probabilities.
   *
   * @param decoded candidates that do not overlap, in their order
   * @param withAlternatives whether each has the other candidates that overlap it
   */
  List<ScoredSpan> scored(List<Span> decoded, boolean withAlternatives) {
    List<Span> others = new ArrayList<>();
    if (withAlternatives) {
      others.addAll(candidates.keySet());
      others.removeAll(decoded);
    }
    List<ScoredSpan> scored = new ArrayList<>(decoded.size());
    for (Span span : decoded) {
      double probability = probability(span);
      List<ScoredSpan> alternatives = new ArrayList<>();
      for (Span other : others) {
        if (other.overlaps(span)) {
          double rival = calibration.ofRival(probability(other), probability);
          alternatives.add(new ScoredSpan(other, rival));
        }
      }
      alternatives.sort(BY_PROBABILITY);
      scored.add(new ScoredSpan(span, calibration.of(probability), alternatives));
    }
    return scored;
  }

  private double probability(Span span) {
    return probabilities[candidates.get(span).number()];
  }
}
