package org.gpchain.evaluation.selection;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.gpchain.core.math.Checks;

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

  /** Checks the bound. */
  public Ranking {
    Checks.positive("maxSimilarity", maxSimilarity);
  }

  /**
   * A text that may be annotated.
   *
   * @param uncertainty what the model does not know of it
   * @param shingles its n-grams, by {@link #shingles}; not modified
   */
  public record Candidate(Uncertainty uncertainty, int[] shingles) {}

  /**
   * A text that is to be annotated.
   *
   * @param number of the candidate, from 0
   * @param score at least 0
   */
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
    int different = set.chosen().size();
    double bound = maxSimilarity;
    while (bound < NEAR_DUPLICATE && !set.isFull()) {
      bound = Math.min(2 * bound, NEAR_DUPLICATE);
      left = set.take(left, bound);
    }
    return new Choice(set.chosen(), passedOver - (set.chosen().size() - different));
  }
}
