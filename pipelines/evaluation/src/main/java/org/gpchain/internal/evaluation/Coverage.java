package org.gpchain.internal.evaluation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCounts;

/**
 * F1 when a model withholds its least certain sentences, or segments, and leaves them to people; of
 * equals the earlier are kept.
 */
final class Coverage {
  private final List<Sentence> sentences = new ArrayList<>();
  private final List<Predicted> segments = new ArrayList<>();
  private long tokens;
  private int goldCount;

  private record Sentence(double entropy, int length, SpanCounts counts) {}

  /** A predicted segment, and the numbers of the gold segments that it overlaps with. */
  private record Predicted(double probability, boolean correct, int[] gold) {}

  void add(double entropy, int length, SpanCounts counts) {
    sentences.add(new Sentence(entropy, length, counts));
    tokens += length;
  }

  void add(List<Span> gold, List<ScoredSpan> predicted) {
    for (ScoredSpan scored : predicted) {
      Span span = scored.span();
      int[] overlapping =
          IntStream.range(0, gold.size())
              .filter(i -> span.overlaps(gold.get(i)))
              .map(i -> goldCount + i)
              .toArray();
      segments.add(new Predicted(scored.probability(), gold.contains(span), overlapping));
    }
    goldCount += gold.size();
  }

  /**
   * The F1 of the most certain sentences that have, together, at most this share of all tokens; of
   * the others, gold segments are withheld too.
   *
   * @param share in [0, 1]
   */
  double f1OfSentences(double share) {
    SpanCounts kept = SpanCounts.NONE;
    long used = 0;
    for (Sentence sentence :
        sentences.stream().sorted(Comparator.comparingDouble(Sentence::entropy)).toList()) {
      used += sentence.length();
      if (used > share * tokens) {
        break;
      }
      kept = kept.plus(sentence.counts());
    }
    return kept.f1();
  }

  /**
   * The F1 of this share of the predicted segments, the most probable ones. A gold segment that
   * overlaps with withheld segments, and with none that is kept, is withheld too; one that the
   * model has not touched at all remains a miss.
   *
   * @param share in [0, 1]
   */
  double f1OfSegments(double share) {
    List<Predicted> ranked =
        segments.stream()
            .sorted(Comparator.comparingDouble(Predicted::probability).reversed())
            .toList();
    int kept = (int) Math.floor(share * ranked.size());
    boolean[] withheld = new boolean[goldCount];
    for (int i = ranked.size() - 1; i >= 0; i--) {
      for (int gold : ranked.get(i).gold()) {
        withheld[gold] = i >= kept;
      }
    }
    int correct = (int) ranked.subList(0, kept).stream().filter(Predicted::correct).count();
    int gold = (int) IntStream.range(0, goldCount).filter(g -> !withheld[g]).count();
    return new SpanCounts(gold, kept, correct).f1();
  }
}
