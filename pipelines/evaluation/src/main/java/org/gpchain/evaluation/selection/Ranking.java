package org.gpchain.evaluation.selection;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
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
    Objects.requireNonNull(criterion, "criterion");
    Objects.requireNonNull(measure, "measure");
    Checks.positive("maxSimilarity", maxSimilarity);
  }

  /**
   * A text that may be annotated.
   *
   * @param doubt what the model does not know of it
   * @param shingles its n-grams, by {@link #shingles}; not modified
   */
  public record Candidate(Doubt doubt, int[] shingles) {}

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
  public record Choice(List<Chosen> texts, int alike) {
    /** Copies the list. */
    public Choice {
      texts = List.copyOf(texts);
    }
  }

  /** Whether enough is chosen. */
  @FunctionalInterface
  public interface Enough {
    /**
     * Answers before each text.
     *
     * @param texts number of those that are chosen
     * @param tokens that they have together
     */
    boolean reached(int texts, long tokens);
  }

  /** The n-grams of a sentence; may be empty. */
  public static int[] shingles(List<String> words) {
    return new Shingles(SHINGLE).of(words);
  }

  /**
   * Chooses texts, the best one first, of equals the one that comes first.
   *
   * @param candidates in their order; those without tokens are never chosen
   * @param enough when to end; all but near-duplicates may be fewer
   */
  public Choice choose(List<Candidate> candidates, Enough enough) {
    double f1 =
        candidates.stream().map(Candidate::doubt).reduce(Doubt.NONE, Doubt::plus).expectedF1();
    List<Chosen> left =
        IntStream.range(0, candidates.size())
            .filter(i -> candidates.get(i).doubt().tokens() > 0)
            .mapToObj(i -> new Chosen(i, criterion.score(candidates.get(i).doubt(), measure, f1)))
            // The sort is stable: equals stay in their order.
            .sorted(Comparator.comparingDouble(Chosen::score).reversed())
            .toList();
    Walk walk = new Walk(candidates, enough);
    left = walk.take(left, maxSimilarity);
    int passedOver = left.size();
    int different = walk.chosen.size();
    double bound = maxSimilarity;
    while (bound < NEAR_DUPLICATE && !walk.isEnough()) {
      bound = Math.min(2 * bound, NEAR_DUPLICATE);
      left = walk.take(left, bound);
    }
    return new Choice(walk.chosen, passedOver - (walk.chosen.size() - different));
  }

  /** What is chosen so far. */
  private static final class Walk {
    private final List<Candidate> candidates;
    private final Enough enough;
    private final DiverseSet taken = new DiverseSet();
    private final List<Chosen> chosen = new ArrayList<>();
    private long tokens;

    Walk(List<Candidate> candidates, Enough enough) {
      this.candidates = candidates;
      this.enough = enough;
    }

    boolean isEnough() {
      return enough.reached(chosen.size(), tokens);
    }

    /**
     * Takes texts until there are enough.
     *
     * @return those that were passed over
     */
    List<Chosen> take(List<Chosen> ranked, double bound) {
      List<Chosen> passedOver = new ArrayList<>();
      for (Chosen next : ranked) {
        if (isEnough()) {
          break;
        }
        Candidate candidate = candidates.get(next.number());
        if (taken.take(candidate.shingles(), bound)) {
          chosen.add(next);
          tokens += candidate.doubt().tokens();
        } else {
          passedOver.add(next);
        }
      }
      return passedOver;
    }
  }
}
