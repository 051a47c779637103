package org.gpchain.evaluation.selection;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Texts that are not too much alike: one is taken unless it shares too many of its n-grams with one
 * that was taken before. Alike is |A ∩ B| / |A ∪ B| (Jaccard).
 */
final class DiverseSet {
  private final List<Integer> sizes = new ArrayList<>();

  /** The numbers of the taken texts that have an n-gram. */
  private final Map<Integer, List<Integer>> having = new HashMap<>();

  /**
   * Takes a text, unless it is too much like one that was taken.
   *
   * @param shingles distinct n-grams; a text without any is like no other; not modified
   * @param bound the similarity from which texts are too much alike, above 0; above 1 none are
   * @return whether it was taken
   */
  boolean take(int[] shingles, double bound) {
    if (bound <= 1 && isLikeAnother(shingles, bound)) {
      return false;
    }
    int number = sizes.size();
    sizes.add(shingles.length);
    for (int shingle : shingles) {
      having.computeIfAbsent(shingle, key -> new ArrayList<>()).add(number);
    }
    return true;
  }

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
              int all = shingles.length + sizes.get(other.getKey()) - common;
              return common >= bound * all;
            });
  }
}
