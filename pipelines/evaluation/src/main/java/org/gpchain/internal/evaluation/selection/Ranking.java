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
 * Ranks texts for annotation, and chooses a diverse set of the best ones.
 *
 * @param criterion criterion by which texts are scored
 * @param measure whether scores refer to whole texts or to tokens
 * @param maxSimilarity similarity to a better text from which on a text is skipped. The similarity
 *     of two texts is the share of their n-grams that both have. If too few texts remain, the bound
 *     is doubled until it reaches {@link #NEAR_DUPLICATE}. If it is above 1, no text is skipped
 */
public record Ranking(Criterion criterion, Criterion.Measure measure, double maxSimilarity) {
  /** Default similarity to a better text from which on a text is skipped. */
  public static final double DEFAULT_SIMILARITY = 0.05;

  /**
   * Similarity from which on texts are near-duplicates, of which only one is chosen unless {@link
   * #maxSimilarity} is larger.
   */
  public static final double NEAR_DUPLICATE = 0.5;

  /** Length of the n-grams by which texts are compared (tokens). */
  private static final int SHINGLE_LENGTH = 2;

  /** Checks the bound. */
  public Ranking {
    Checks.positive("maxSimilarity", maxSimilarity);
  }

  /**
   * A text that can be chosen.
   *
   * @param uncertainty the model's uncertainty about the text
   * @param shingles n-grams of the text, see {@link Ranking#shingles}; not modified
   */
  public record Candidate(Uncertainty uncertainty, int[] shingles) {}

  /**
   * A candidate that was chosen for annotation.
   *
   * @param number number of the candidate, from 0
   * @param score its score, at least 0
   */
  public record Chosen(int number, double score) {}

  /**
   * The texts that were chosen for annotation.
   *
   * @param texts the texts, the best first; texts that were chosen after the similarity bound was
   *     doubled follow the others
   * @param alike number of candidates that were skipped, and not chosen later, because they are too
   *     similar to a better one
   */
  public record Choice(List<Chosen> texts, int alike) {}

  /** A limit of the amount of text that is chosen. */
  @FunctionalInterface
  public interface Budget {
    /**
     * Returns whether no more text is to be chosen. Called before each text.
     *
     * @param texts number of texts that are already chosen
     * @param tokens number of tokens of these texts
     */
    boolean isSpent(int texts, long tokens);
  }

  /**
   * Returns the n-grams of a sentence, as hashes of lower-case tokens. A sentence that is shorter
   * than an n-gram has a single n-gram, which consists of all of its tokens.
   *
   * @param words tokens of the sentence; may be empty
   * @return distinct hashes in ascending order; a new array
   */
  public static int[] shingles(List<String> words) {
    int[] hashes = words.stream().mapToInt(w -> w.toLowerCase(Locale.ROOT).hashCode()).toArray();
    if (hashes.length == 0) {
      return hashes;
    }
    int length = Math.min(SHINGLE_LENGTH, hashes.length);
    return IntStream.rangeClosed(0, hashes.length - length)
        .map(start -> Arrays.hashCode(Arrays.copyOfRange(hashes, start, start + length)))
        .sorted()
        .distinct()
        .toArray();
  }

  /**
   * Chooses texts, the best first. If scores are equal, the earlier candidate is chosen first.
   *
   * @param candidates candidates in their order; candidates without tokens are never chosen
   * @param budget limit of the amount of text; less text is chosen if all other candidates are
   *     near-duplicates
   */
  public Choice choose(List<Candidate> candidates, Budget budget) {
    double f1 =
        candidates.stream()
            .map(Candidate::uncertainty)
            .reduce(Uncertainty.NONE, Uncertainty::plus)
            .expectedF1();
    List<Chosen> ranked = new ArrayList<>();
    for (int i = 0; i < candidates.size(); i++) {
      Uncertainty uncertainty = candidates.get(i).uncertainty();
      if (uncertainty.tokens() > 0) {
        ranked.add(new Chosen(i, criterion.score(uncertainty, measure, f1)));
      }
    }
    // The sort is stable: candidates with equal scores stay in their order.
    ranked.sort(Comparator.comparingDouble(Chosen::score).reversed());

    DiverseSet set = new DiverseSet(candidates, budget);
    List<Chosen> skipped = set.take(ranked, maxSimilarity);
    int firstSkipped = skipped.size();
    int firstChosen = set.chosen.size();

    double bound = maxSimilarity;
    while (bound < NEAR_DUPLICATE && !set.isFull()) {
      bound = Math.min(2 * bound, NEAR_DUPLICATE);
      skipped = set.take(skipped, bound);
    }
    int chosenLater = set.chosen.size() - firstChosen;
    return new Choice(set.chosen, firstSkipped - chosenLater);
  }

  /**
   * A set of chosen texts that are not too similar. A text is added unless it shares too many of
   * its n-grams with a text that was added before. The similarity is |A ∩ B| / |A ∪ B| (Jaccard;
   * Broder 1997).
   */
  private static final class DiverseSet {
    private final List<Candidate> candidates;
    private final Budget budget;
    private final List<Chosen> chosen = new ArrayList<>();
    private long tokens;

    /** Indices, in {@link #chosen}, of the texts that contain an n-gram, by n-gram. */
    private final Map<Integer, List<Integer>> textsByShingle = new HashMap<>();

    DiverseSet(List<Candidate> candidates, Budget budget) {
      this.candidates = candidates;
      this.budget = budget;
    }

    boolean isFull() {
      return budget.isSpent(chosen.size(), tokens);
    }

    /**
     * Adds texts until the budget is spent.
     *
     * @param ranked texts in the order in which they are to be added
     * @param bound similarity to an added text from which on a text is skipped, above 0; if it is
     *     above 1, no text is skipped
     * @return the skipped texts
     */
    List<Chosen> take(List<Chosen> ranked, double bound) {
      List<Chosen> skipped = new ArrayList<>();
      for (Chosen next : ranked) {
        if (isFull()) {
          break;
        }
        Candidate candidate = candidates.get(next.number());
        if (bound <= 1 && isSimilarToChosen(candidate.shingles(), bound)) {
          skipped.add(next);
        } else {
          add(next, candidate);
        }
      }
      return skipped;
    }

    private void add(Chosen text, Candidate candidate) {
      for (int shingle : candidate.shingles()) {
        textsByShingle.computeIfAbsent(shingle, key -> new ArrayList<>()).add(chosen.size());
      }
      chosen.add(text);
      tokens += candidate.uncertainty().tokens();
    }

    /** Returns whether a text is too similar to a chosen one. */
    private boolean isSimilarToChosen(int[] shingles, double bound) {
      Map<Integer, Integer> sharedShingles = new HashMap<>();
      for (int shingle : shingles) {
        for (int index : textsByShingle.getOrDefault(shingle, List.of())) {
          sharedShingles.merge(index, 1, Integer::sum);
        }
      }

      for (Map.Entry<Integer, Integer> entry : sharedShingles.entrySet()) {
        Candidate other = candidates.get(chosen.get(entry.getKey()).number());
        int shared = entry.getValue();
        int union = shingles.length + other.shingles().length - shared;
        if (shared >= bound * union) {
          return true;
        }
      }
      return false;
    }
  }
}
