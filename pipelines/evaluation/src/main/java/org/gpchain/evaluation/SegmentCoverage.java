package org.gpchain.evaluation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.predict.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCounts;

/**
 * F1 when a model withholds its least certain segments: predicted segments are ranked by their
 * probability, and the least certain ones are left to people. A gold segment that overlaps with
 * withheld segments, and with none that is kept, is left to them too; one that the model has not
 * touched at all remains a miss.
 */
final class SegmentCoverage {
  private final List<Predicted> predictions = new ArrayList<>();
  private int goldCount;

  /**
   * A predicted segment.
   *
   * @param probability of the segment
   * @param correct whether it is a gold one
   * @param gold numbers of the gold segments that it overlaps with
   */
  private record Predicted(double probability, boolean correct, int[] gold) {}

  /**
   * Adds a sentence.
   *
   * @param gold its segments
   * @param predicted those that the model has found
   */
  void add(List<Span> gold, List<ScoredSpan> predicted) {
    for (ScoredSpan scored : predicted) {
      Span span = scored.span();
      predictions.add(
          new Predicted(
              scored.probability(),
              gold.contains(span),
              IntStream.range(0, gold.size())
                  .filter(i -> span.overlaps(gold.get(i)))
                  .map(i -> goldCount + i)
                  .toArray()));
    }
    goldCount += gold.size();
  }

  /**
   * The F1 of this share of the predicted segments, the most probable ones; of equals the earlier
   * are kept.
   *
   * @param share in [0, 1]
   */
  double f1At(double share) {
    List<Predicted> ranked = new ArrayList<>(predictions);
    ranked.sort(Comparator.comparingDouble(Predicted::probability).reversed());
    int kept = (int) Math.floor(share * ranked.size());
    boolean[] withheld = new boolean[goldCount];
    for (int i = ranked.size() - 1; i >= 0; i--) {
      for (int gold : ranked.get(i).gold()) {
        withheld[gold] = i >= kept;
      }
    }
    int correct = (int) ranked.subList(0, kept).stream().filter(Predicted::correct).count();
    int gold = (int) IntStream.range(0, goldCount).filter(g -> !withheld[g]).count();
    SpanCounts counts = new SpanCounts();
    counts.add(gold, kept, correct);
    return counts.f1();
  }
}
