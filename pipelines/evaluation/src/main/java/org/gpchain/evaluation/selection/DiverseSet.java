package org.gpchain.evaluation.selection;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.evaluation.selection.Ranking.Budget;
import org.gpchain.evaluation.selection.Ranking.Candidate;
import org.gpchain.evaluation.selection.Ranking.Chosen;

/**
 * Chosen texts that are not too much alike: a text is taken unless it shares too many of its
 * n-grams with one that was taken before. Similarity is |A ∩ B| / |A ∪ B| (Jaccard; Broder 1997).
 */
final class DiverseSet {
  private final List<Candidate> candidates;
  private final Budget budget;
  private final List<Chosen> chosen = new ArrayList<>();
  private long tokens;

  /** The chosen texts that have an n-gram, by their places among the chosen. */
  private final Map<Integer, List<Integer>> having = new HashMap<>();

  DiverseSet(List<Candidate> candidates, Budget budget) {
    this.candidates = candidates;
    this.budget = budget;
  }

  /** The texts that were taken, in this order. */
  List<Chosen> chosen() {
    return chosen;
  }

  /** Whether the budget is spent. */
  boolean isFull() {
    return budget.isSpent(chosen.size(), tokens);
  }

  /**
   * Takes texts until the budget is spent.
   *
   * @param bound the similarity from which texts are too much alike, above 0; above 1 none are
   * @return those that were passed over
   */
  List<Chosen> take(List<Chosen> ranked, double bound) {
    List<Chosen> passedOver = new ArrayList<>();
    for (Chosen next : ranked) {
      if (isFull()) {
        break;
      }
      Candidate candidate = candidates.get(next.number());
      if (bound <= 1 && isLikeAnother(candidate.shingles(), bound)) {
        passedOver.add(next);
      } else {
        for (int shingle : candidate.shingles()) {
          having.computeIfAbsent(shingle, key -> new ArrayList<>()).add(chosen.size());
        }
        chosen.add(next);
        tokens += candidate.uncertainty().tokens();
      }
    }
    return passedOver;
  }

  /** Whether a text is too similar to a chosen one; a text without n-grams is like no other. */
  private boolean isLikeAnother(int[] shingles, double bound) {
    Map<Integer, Integer> shared = new HashMap<>();
    for (int shingle : shingles) {
      for (int other : having.getOrDefault(shingle, List.of())) {
        shared.merge(other, 1, Integer::sum);
      }
    }
    return shared.entrySet().stream()
        .anyMatch(
            other -> {
              int common = other.getValue();
              int size = candidates.get(chosen.get(other.getKey()).number()).shingles().length;
              return common >= bound * (shingles.length + size - common);
            });
  }
}
