package org.gpchain.core.promise;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.gpchain.internal.core.math.StudentT;

/**
 * The losses in held-out blocks at each probability threshold by which segments can be filtered,
 * ordered from the strictest threshold to the loosest. In block i, W_i of K_i segments are lost.
 * For a promised maximum error rate, K_i segments are decoded and W_i of them are wrong. For a
 * promised minimum recall, W_i of K_i gold segments are missed. A promise allows a share α of
 * losses: {@code E[W − αK] ≤ 0} in a new block, which is assumed to be exchangeable with the
 * held-out blocks.
 *
 * <p><b>Promises on average</b> (conformal risk control: Angelopoulos, Bates, Fisch, Lei, Schuster
 * 2024, theorem 1). The chosen threshold t is the loosest one for which
 *
 * <pre>{@code
 * Σ_i W_i(t) + B(t) ≤ α Σ_i K_i(t)       B(t) = 1 + max_i W_i(t)
 * }</pre>
 *
 * Let t* be the loosest threshold with {@code Σ W ≤ α Σ K} over the held-out blocks and the new
 * one. Since t* depends on all of these blocks in the same way, {@code E[W(t*)] ≤ α E[K(t*)]} in
 * the new block. If the new block loses at most B(t) segments, then t is not looser than t*. Since
 * W is monotone in the threshold, the new block then loses at most {@code α E[K(t*)]} segments on
 * average. For misses, K does not depend on the threshold, so that the promise holds. For errors,
 * K(t*) exceeds K(t) by the effect of one block. The probability that a block loses more segments
 * than the worst of n others is at most 1/(n+1). A bound B for all possible blocks, in which all
 * segments may be wrong, would require 1/α blocks for any promise.
 *
 * <p><b>Promises with confidence 1 − δ</b> (learn then test: Angelopoulos, Bates, Candès, Jordan,
 * Lei 2021, theorem 1 and fixed-sequence testing). The first threshold to be tested is chosen
 * without regard to the observed losses. Looser and looser thresholds are then tested until the
 * hypothesis {@code E[W − αK] > 0} is not rejected at level δ. The test concerns the losses in
 * another text of the same size as the held-out sentences, which are random as well. The p-value is
 * the larger one of two, and is thus valid if at least one of them is:
 *
 * <ul>
 *   <li>For any number of segments that are lost independently of one another, {@code exp(−K (kl(a,
 *       m) + kl(α, m)))} with a = W/K and m = (a + α) / 2. If each segment is lost with probability
 *       θ, the probability that at most aK held-out segments and more than αK segments of the other
 *       text are lost is at most {@code exp(−K kl(a, θ)) exp(−K kl(α, θ))} (Hoeffding 1963, theorem
 *       1, for each factor). This is largest at θ = m. The bound without the other text, {@code
 *       exp(−K kl(a, α))}, would be too weak: among texts with very few decoded segments, many
 *       would break a promise that was made because no held-out segment happened to be wrong.
 *   <li>For blocks that may differ in kind, the p-value of Student's t-test for the mean of {@code
 *       W_i − αK_i}. The variance of the other text is added to the variance of the blocks. The
 *       p-value is doubled, since the promise must hold at any threshold at which the sequence of
 *       tests may end: a sum of independent symmetric terms exceeds a bound at any time at most
 *       twice as often as at its end (Lévy's inequality).
 * </ul>
 *
 * A promise with confidence never has a looser threshold than the same promise on average.
 * Immutable.
 *
 * @param blocks number of held-out blocks
 * @param levels losses by threshold, from the strictest to the loosest
 */
record LossLevels(int blocks, List<Level> levels) {
  /** Minimum number of held-out blocks from which a promise can be derived. */
  static final int MIN_BLOCKS = 5;

  /** Number of shares (in steps of half a percent) that are tried for an alternative promise. */
  private static final int SHARES = 200;

  /**
   * The losses at one threshold.
   *
   * @param threshold minimum probability of a segment
   * @param totals sums over the blocks
   * @param worst max W_i
   * @param squares sums of squares over the blocks
   * @param expected expected value of Σ W_i according to the probabilities of the segments
   */
  record Level(
      double threshold, Totals totals, long worst, SumsOfSquares squares, double expected) {
    /** Returns whether a promise on average holds at this threshold. */
    boolean isKept(double share) {
      return totals.lost + 1 + worst <= share * totals.counted;
    }

    /** Returns the p-value of the hypothesis {@code E[W − αK] > 0}. */
    double pValue(double share, int blocks) {
      double mean = totals.excess(share) / blocks;
      if (!(mean < 0)) {
        return 1;
      }

      double sum = squares.ofExcess(share);
      double variance = Math.max(0, sum - blocks * mean * mean) / (blocks - 1);
      double t = -mean / Math.sqrt(variance * 2 / blocks);
      return Math.max(1 - StudentT.central(t, blocks - 1), twoTexts((double) totals.lost, share));
    }

    /**
     * Returns {@code exp(−K (kl(a, m) + kl(α, m)))}, or 1 if the share a of losses is not below α.
     *
     * @param losses aK
     * @param share α
     */
    double twoTexts(double losses, double share) {
      double observed = losses / totals.counted;
      if (!(observed < share)) {
        return 1;
      }
      double middle = (observed + share) / 2;
      return Math.exp(-totals.counted * (divergence(observed, middle) + divergence(share, middle)));
    }

    /**
     * Returns the Kullback–Leibler divergence {@code kl(p, q)} of Bernoulli variables, {@code p <
     * 1}.
     */
    private static double divergence(double p, double q) {
      double tails = (1 - p) * Math.log((1 - p) / (1 - q));
      if (p == 0) {
        return tails;
      }
      return tails + p * Math.log(p / q);
    }
  }

  /**
   * Sums over the blocks.
   *
   * @param lost Σ W_i
   * @param counted Σ K_i
   */
  record Totals(long lost, long counted) {
    /** Returns {@code Σ_i (W_i − αK_i)}. */
    double excess(double share) {
      return lost - share * counted;
    }
  }

  /**
   * Sums of squares and products over the blocks.
   *
   * @param lost Σ W_i²
   * @param product Σ W_i K_i
   * @param counted Σ K_i²
   */
  record SumsOfSquares(long lost, long product, long counted) {
    /** Returns {@code Σ_i (W_i − αK_i)²}. */
    double ofExcess(double share) {
      return lost - 2 * share * product + share * share * counted;
    }
  }

  /**
   * Sums of losses by block while segments are added.
   *
   * @param block index of the block of each candidate, {@code [C]}
   * @param lost W_i, {@code [blocks]}
   * @param counted K_i, {@code [blocks]}
   */
  private record Sums(int[] block, long[] lost, long[] counted) {
    /** Returns sums of zero. Blocks get consecutive indices in the order of their numbers. */
    static Sums of(HeldOutSegments segments) {
      int[] numbers = blockNumbers(segments);
      int[] block = segments.blockOfCandidate();
      Arrays.setAll(block, c -> Arrays.binarySearch(numbers, block[c]));
      return new Sums(block, new long[numbers.length], new long[numbers.length]);
    }

    void add(int candidate, int moreLost, int moreCounted) {
      lost[block[candidate]] += moreLost;
      counted[block[candidate]] += moreCounted;
    }

    Level level(double threshold, double expected) {
      Totals totals = new Totals(LongStream.of(lost).sum(), LongStream.of(counted).sum());
      long worst = LongStream.of(lost).max().orElse(0);
      SumsOfSquares squares =
          new SumsOfSquares(product(lost, lost), product(lost, counted), product(counted, counted));
      return new Level(threshold, totals, worst, squares, expected);
    }

    private static long product(long[] first, long[] second) {
      long sum = 0;
      for (int b = 0; b < first.length; b++) {
        sum += first[b] * second[b];
      }
      return sum;
    }
  }

  /** Returns the distinct numbers of blocks, ascending. */
  private static int[] blockNumbers(HeldOutSegments segments) {
    return IntStream.of(segments.block()).distinct().sorted().toArray();
  }

  /**
   * Returns the numbers of wrong segments among the decoded ones.
   *
   * @param decoded indices of the candidates that are decoded without a promise
   */
  static LossLevels ofErrors(HeldOutSegments segments, int[] decoded) {
    float[] p = segments.probability();
    Sums sums = Sums.of(segments);
    List<Level> levels = new ArrayList<>();
    double expected = 0;
    int[] order = sorted(decoded, Comparator.comparingDouble(c -> -p[c]));
    for (int i = 0; i < order.length; i++) {
      int c = order[i];
      sums.add(c, segments.right()[c] ? 0 : 1, 1);
      expected += 1 - p[c];
      if (i + 1 == order.length) {
        // The loosest threshold also decodes segments less probable than any held-out segment.
        levels.add(sums.level(0, expected));
      } else if (p[order[i + 1]] < p[c]) {
        levels.add(sums.level(p[c], expected));
      }
    }
    return new LossLevels(sums.lost.length, levels);
  }

  /** Returns the numbers of gold segments that are not among the candidates. */
  static LossLevels ofMisses(HeldOutSegments segments) {
    float[] p = segments.probability();
    Sums sums = Sums.of(segments);
    int[] numbers = blockNumbers(segments);
    for (int s = 0; s < segments.sentenceCount(); s++) {
      int block = Arrays.binarySearch(numbers, segments.block()[s]);
      sums.lost[block] += segments.gold()[s];
      sums.counted[block] += segments.gold()[s];
    }

    int[] right = IntStream.range(0, p.length).filter(c -> segments.right()[c]).toArray();
    for (int c : right) {
      sums.add(c, -1, 0);
    }

    // The losses are now the gold segments that are not candidates at any threshold.
    List<Level> levels = new ArrayList<>();
    double threshold = -1;
    for (int c : sorted(right, Comparator.comparingDouble(c -> p[c]))) {
      if (p[c] > threshold) {
        threshold = p[c];
        levels.add(sums.level(threshold, 0));
      }
      sums.add(c, 1, 0);
    }
    return new LossLevels(sums.lost.length, levels);
  }

  private static int[] sorted(int[] candidates, Comparator<Integer> order) {
    return Arrays.stream(candidates).boxed().sorted(order).mapToInt(c -> c).toArray();
  }

  /**
   * Returns the loosest threshold that keeps a promise, or empty if there is none.
   *
   * @param share maximum share of losses α
   * @param confidence confidence 1 − δ, or 0 for a promise on average
   */
  OptionalDouble loosest(double share, double confidence) {
    if (blocks < MIN_BLOCKS || levels.isEmpty()) {
      return OptionalDouble.empty();
    }

    int last = levels.size() - 1;
    while (last >= 0 && !levels.get(last).isKept(share)) {
      last--;
    }
    if (confidence > 0) {
      last = Math.min(last, lastRejected(share, 1 - confidence));
    }
    if (last < 0) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(levels.get(last).threshold());
  }

  /**
   * Returns the index of the last level in the sequence of tests whose hypothesis is rejected, or
   * −1 if the first hypothesis is not rejected.
   */
  private int lastRejected(double share, double delta) {
    int start = start(share);
    int next = start;
    while (next < levels.size() && levels.get(next).pValue(share, blocks) <= delta) {
      next++;
    }
    return next == start ? -1 : next - 1;
  }

  /**
   * Returns the index of the level at which the hypothesis is most likely to be rejected according
   * to the probabilities of the segments. The observed losses are not used.
   */
  private int start(double share) {
    int best = 0;
    double least = 1;
    for (int i = 0; i < levels.size(); i++) {
      double p = levels.get(i).twoTexts(levels.get(i).expected(), share);
      if (p < least) {
        least = p;
        best = i;
      }
    }
    return best;
  }

  /** Returns a message that says why a promise cannot be made, and what can be promised instead. */
  String refusal(Promise promise) {
    if (blocks < MIN_BLOCKS) {
      return String.format(
          "the model cannot guarantee anything about its segments, because it was"
              + " calibrated on %s blocks of sentences, and at least %s are needed",
          blocks, MIN_BLOCKS);
    }

    return String.format(
        "the model cannot guarantee %s, because its %s held-out blocks of sentences"
            + " do not support this; it can guarantee %s",
        promise, blocks, alternative(promise));
  }

  /** Describes the strictest promise of the same kind and confidence that can be made. */
  private String alternative(Promise promise) {
    for (int i = 1; i < SHARES; i++) {
      Promise alternative = promise.withLoss((double) i / SHARES);
      if (loosest(alternative.loss(), alternative.confidence()).isPresent()) {
        return alternative.toString();
      }
    }
    return "nothing";
  }
}
