package org.gpchain.evaluation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.gpchain.core.text.SpanCounts;

/**
 * F1 when a model withholds its least certain predictions: sentences are ranked by their
 * uncertainty, and the least certain ones are left to people, gold segments included.
 */
final class Coverage {
  private final List<Sentence> sentences = new ArrayList<>();
  private long tokens;

  /** What is kept of a sentence. */
  private record Sentence(double uncertainty, int length, SpanCounts counts) {}

  /**
   * Adds a sentence.
   *
   * @param uncertainty the larger, the earlier it is withheld
   * @param length number of tokens
   * @param counts its segments
   */
  void add(double uncertainty, int length, SpanCounts counts) {
    sentences.add(new Sentence(uncertainty, length, counts));
    tokens += length;
  }

  /**
   * The F1 of the most certain sentences that have, together, at most this share of all tokens; of
   * equals the earlier are kept.
   *
   * @param share in [0, 1]
   */
  double f1At(double share) {
    List<Sentence> ranked = new ArrayList<>(sentences);
    ranked.sort(Comparator.comparingDouble(Sentence::uncertainty));
    SpanCounts kept = new SpanCounts();
    long used = 0;
    for (Sentence sentence : ranked) {
      used += sentence.length();
      if (used > share * tokens) {
        break;
      }
      SpanCounts counts = sentence.counts();
      kept.add(counts.gold(), counts.predicted(), counts.correct());
    }
    return kept.f1();
  }
}
