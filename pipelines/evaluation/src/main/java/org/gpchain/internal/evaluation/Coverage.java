package org.gpchain.internal.evaluation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCounts;

/**
 * F1 of selective prediction: the model withholds its least certain sentences or segments. If two
 * of them are equally certain, the earlier one is kept.
 */
final class Coverage {
  private final List<Sentence> sentences = new ArrayList<>();
  private final List<PredictedSegment> segments = new ArrayList<>();
  private long tokens;
  private int goldCount;

  /** A sentence, with the mean entropy of its tokens and the counts of its segments. */
  private record Sentence(double entropy, int length, SpanCounts counts) {}

  /**
   * A predicted segment.
   *
   * @param probability its probability
   * @param correct whether it is a gold segment
   * @param gold numbers of the gold segments that it overlaps, counted over all sentences
   */
  private record PredictedSegment(double probability, boolean correct, int[] gold) {}

  /** Adds a sentence. */
  void addSentence(double entropy, int length, SpanCounts counts) {
    sentences.add(new Sentence(entropy, length, counts));
    tokens += length;
  }

  /** Adds the gold and the predicted segments of a sentence. */
  void addSegments(List<Span> gold, List<ScoredSpan> predicted) {
    for (ScoredSpan scored : predicted) {
      Span span = scored.span();
      int[] overlapping = overlapping(span, gold);
      segments.add(new PredictedSegment(scored.probability(), gold.contains(span), overlapping));
    }
    goldCount += gold.size();
  }

  /** Returns the numbers of the gold segments that overlap a segment of the next sentence. */
  private int[] overlapping(Span segment, List<Span> gold) {
    return IntStream.range(0, gold.size())
        .filter(i -> segment.overlaps(gold.get(i)))
        .map(i -> goldCount + i)
        .toArray();
  }

  /**
   * Returns the F1 of the most certain sentences, which together have at most the given share of
   * all tokens. The gold segments of the other sentences are withheld, too.
   *
   * @param share share of tokens, in [0, 1]
   */
  double f1OfSentences(double share) {
    List<Sentence> mostCertainFirst =
        sentences.stream().sorted(Comparator.comparingDouble(Sentence::entropy)).toList();

    SpanCounts kept = SpanCounts.NONE;
    long keptTokens = 0;
    for (Sentence sentence : mostCertainFirst) {
      keptTokens += sentence.length();
      if (keptTokens > share * tokens) {
        break;
      }
      kept = kept.plus(sentence.counts());
    }
    return kept.f1();
  }

  /**
   * Returns the F1 of the most probable predicted segments. A gold segment that overlaps withheld
   * segments, and no kept one, is withheld too. A gold segment that overlaps no predicted segment
   * counts as missed.
   *
   * @param share share of the predicted segments to keep, in [0, 1]
   */
  double f1OfSegments(double share) {
    List<PredictedSegment> ranked =
        segments.stream()
            .sorted(Comparator.comparingDouble(PredictedSegment::probability).reversed())
            .toList();
    int kept = (int) Math.floor(share * ranked.size());

    // From the least probable to the most probable segment: the most probable one decides.
    boolean[] isWithheld = new boolean[goldCount];
    for (int i = ranked.size() - 1; i >= 0; i--) {
      for (int gold : ranked.get(i).gold()) {
        isWithheld[gold] = i >= kept;
      }
    }

    int correct = 0;
    for (PredictedSegment segment : ranked.subList(0, kept)) {
      if (segment.correct()) {
        correct++;
      }
    }
    int gold = 0;
    for (boolean withheld : isWithheld) {
      if (!withheld) {
        gold++;
      }
    }
    return new SpanCounts(gold, kept, correct).f1();
  }
}
