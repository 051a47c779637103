package org.gpchain.internal.evaluation.selection;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.gpchain.internal.core.math.Checks;

/**
 * The order in which texts are to be annotated.
 *
 * @param criterion what makes a text worth it
 * @param measure whether of the text as it is, or of each token
 * @param maxSimilarity a text that is as similar to a better one, or more, is passed over: the
 *     share of their n-grams that both have. If too few are left, the bound is doubled, but not
 *     beyond {@link #NEAR_DUPLICATE}. Above 1 nothing is passed over
 */
public record Ranking(Criterion criterion, Criterion.Measure measure, double maxSimilarity) {
  /** Similarity from which texts are passed over, if nothing else is said. */
  public static final double DEFAULT_SIMILARITY = 0.05;

  /** Texts that are so similar, or more, are never chosen together, unless that is said. */
  public static final double NEAR_DUPLICATE = 0.5;

  /** Tokens of the n-grams by which texts are alike. */
  private static final int SHINGLE = 2;

  public Ranking {
    Checks.positive("maxSimilarity", maxSimilarity);
  }

  /** What a model does not know of a text, and its n-grams, by {@link #shingles}; not modified. */
  public record Candidate(Uncertainty uncertainty, int[] shingles) {}

  /** A candidate that is to be annotated, by its number from 0; its score is at least 0. */
  public record Chosen(int number, double score) {}

  /**
   * What is to be annotated.
   *
   * @param texts the best one first; those for which the bound was doubled follow the others
   * @param alike number of candidates that were passed over, and are not among them, since they are
   *     too much like a better one
   */
  public record Choice(List<Chosen> texts, int alike) {}

  /** The amount of text that is to be annotated. */
  @FunctionalInterface
  public interface Budget {
    /**
     * Whether no more text is to be chosen; asked before each one.
     *
     * @param texts number of those that are chosen
     * @param tokens that they have together
     */
    boolean isSpent(int texts, long tokens);
  }

  /**
   * The n-grams of a sentence, as hashes of tokens in lower case; a sentence of fewer tokens has
   * one, itself.
   *
   * @param words its tokens; may be empty
   * @return distinct, ascending; a new array
   */
  public static int[] shingles(List<String> words) {
    int[] hashes = words.stream().mapToInt(w -> w.toLowerCase(Locale.ROOT).hashCode()).toArray();
    if (hashes.length == 0) {
      return hashes;
    }
    int length = Math.min(SHINGLE, hashes.length);
    return IntStream.rangeClosed(0, hashes.length - length)
        .map(start -> Arrays.hashCode(Arrays.copyOfRange(hashes, start, start + length)))
        .sorted()
        .distinct()
        .toArray();
  }

  /**
   * Chooses texts, the best one first, of equals the one that comes first.
   *
   * @param candidates in their order; those without tokens are never chosen
   * @param budget how many; all but near-duplicates may be fewer
   */
  public Choice choose(List<Candidate> candidates, Budget budget) {
    double f1 =
        candidates.stream()
            .map(Candidate::uncertainty)
            .reduce(Uncertainty.NONE, Uncertainty::plus)
            .expectedF1();
    List<Chosen> left =
        IntStream.range(0, candidates.size())
            .filter(i -> candidates.get(i).uncertainty().tokens() > 0)
            .mapToObj(
                i -> new Chosen(i, criterion.score(candidates.get(i).uncertainty(), measure, f1)))
            // The sort is stable: equals stay in their order.
            .sorted(Comparator.comparingDouble(Chosen::score).reversed())
            .toList();
    DiverseSet set = new DiverseSet(candidates, budget);
    left = set.take(left, maxSimilarity);
    int passedOver = left.size();
    int different = set.chosen.size();
    double bound = maxSimilarity;
    while (bound < NEAR_DUPLICATE && !set.isFull()) {
      bound = Math.min(2 * bound, NEAR_DUPLICATE);
      left = set.take(left, bound);
    }
    return new Choice(set.chosen, passedOver - (set.chosen.size() - different));
  }

  /**
   * Chosen texts that are not too much alike: a text is taken unless it shares too many of its
   * n-grams with one that was taken before. Similarity is |A ∩ B| / |A ∪ B| (Jaccard; Broder 1997).
   */
  private static final class DiverseSet {
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
}
