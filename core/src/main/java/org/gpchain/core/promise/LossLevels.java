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
 * The losses in held-out blocks at each threshold that segments may be filtered by, from the
 * strictest threshold to the loosest: in block i, W_i of K_i. For errors, K_i segments are written
 * and W_i of them are wrong; for misses, W_i of K_i gold segments are not found. A share α of what
 * is counted may be lost: {@code E[W − αK] ≤ 0} in a new block, which is assumed to be exchangeable
 * with these.
 *
 * <p><b>On average</b> (conformal risk control: Angelopoulos, Bates, Fisch, Lei, Schuster 2024,
 * theorem 1). The loosest threshold t is taken for which
 *
 * <pre>{@code
 * Σ_i W_i(t) + B(t) ≤ α Σ_i K_i(t)       B(t) = 1 + max_i W_i(t)
 * }</pre>
 *
 * Let t* be the loosest one with {@code Σ W ≤ α Σ K} over these blocks and the new one, on which
 * all of them have the same influence, so that {@code E[W(t*)] ≤ α E[K(t*)]} in the new block. If
 * the new block loses no more than B(t), then t is not looser than t*, and as W is monotone, the
 * new block loses at most {@code α E[K(t*)]} on average. For misses K does not depend on the
 * threshold, and this is the promise itself; for errors K(t*) exceeds K(t) by what one block
 * changes. That a block loses more than the worst of n others has a probability of at most 1/(n+1);
 * a bound that holds for every block, all of whose segments may be wrong, would need 1/α blocks to
 * promise anything.
 *
 * <p><b>With confidence 1 − δ</b> (learn then test: Angelopoulos, Bates, Candès, Jordan, Lei 2021,
 * theorem 1 and fixed-sequence testing). Thresholds are tested from one that is chosen without
 * looking at what was lost, each one looser than the last, until the hypothesis {@code E[W − αK] >
 * 0} is not rejected at level δ for the first time. Both p-values are made for what a user sees, a
 * text as large as the held-out one, which has a spread of its own. The larger one of two counts,
 * and so it is valid where one of them is:
 *
 * <ul>
 *   <li>for segments that are lost independently of one another, however few, {@code exp(−K (kl(a,
 *       m) + kl(α, m)))} with a = W/K and m = (a + α) / 2. If each is lost with the probability θ,
 *       the held-out text loses no more than aK, and another one more than αK, with a probability
 *       of at most {@code exp(−K kl(a, θ)) exp(−K kl(α, θ))} (Hoeffding 1963, theorem 1, for each),
 *       which is largest at θ = m. The bound for θ alone, {@code exp(−K kl(a, α))}, knows nothing
 *       of the other text: of texts in which hardly a segment is written, many would break a
 *       promise that was believed because no error happened to be seen;
 *   <li>Student's for the mean of {@code W_i − αK_i} over blocks, which may differ in kind. The
 *       spread of the other text is added to that of the held-out blocks. It is doubled, since the
 *       text must keep the promise at whichever threshold the sequence ends: a sum of independent
 *       symmetric terms exceeds a bound on its way at most twice as often as at its end (Lévy's
 *       inequality).
 * </ul>
 *
 * A threshold that is promised with confidence is not looser than the one on average either.
 * Immutable.
 *
 * @param blocks number of blocks
 * @param levels from the strictest to the loosest
 */
record LossLevels(int blocks, List<Level> levels) {
  /** The mean and the spread of fewer blocks say nothing of the next one. */
  static final int MIN_BLOCKS = 5;

  /** Steps of half a percent, in which a promise that could be made instead is looked for. */
  private static final int SHARES = 200;

  /**
   * @param lost Σ W_i
   * @param counted Σ K_i
   * @param worst max W_i
   * @param lostSquared Σ W_i²
   * @param product Σ W_i K_i
   * @param countedSquared Σ K_i²
   * @param expected Σ W_i if the probabilities were right
   */
  record Level(
      double threshold,
      long lost,
      long counted,
      long worst,
      long lostSquared,
      long product,
      long countedSquared,
      double expected) {
    /** Whether it is kept on average. */
    boolean isKept(double share) {
      return lost + 1 + worst <= share * counted;
    }

    /** The p-value of {@code E[W − αK] > 0}. */
    double pValue(double share, int blocks) {
      double mean = (lost - share * counted) / blocks;
      if (!(mean < 0)) {
        return 1;
      }
      double squares = lostSquared - 2 * share * product + share * share * countedSquared;
      double variance = Math.max(0, squares - blocks * mean * mean) / (blocks - 1);
      double t = -mean / Math.sqrt(variance * 2 / blocks);
      return Math.max(1 - StudentT.central(t, blocks - 1), twoTexts((double) lost, share));
    }

    /** {@code exp(−K (kl(a, m) + kl(α, m)))}; 1 if the share a of the losses is not below α. */
    double twoTexts(double losses, double share) {
      double observed = losses / counted;
      if (!(observed < share)) {
        return 1;
      }
      double middle = (observed + share) / 2;
      return Math.exp(-counted * (divergence(observed, middle) + divergence(share, middle)));
    }

    /** {@code kl(p, q)} of two coins, p below 1. */
    private static double divergence(double p, double q) {
      double tails = (1 - p) * Math.log((1 - p) / (1 - q));
      return p == 0 ? tails : tails + p * Math.log(p / q);
    }
  }

  /** What is lost of what is counted in each block, {@code [blocks]} each. */
  private record Sums(int[] block, long[] lost, long[] counted) {
    /** Nothing is lost and counted yet; the blocks of all candidates are numbered without gaps. */
    static Sums of(HeldOutSegments segments) {
      int[] numbers = IntStream.of(segments.block()).distinct().sorted().toArray();
      int[] block = segments.blockOfCandidate();
      Arrays.setAll(block, c -> Arrays.binarySearch(numbers, block[c]));
      return new Sums(block, new long[numbers.length], new long[numbers.length]);
    }

    void add(int candidate, int moreLost, int moreCounted) {
      lost[block[candidate]] += moreLost;
      counted[block[candidate]] += moreCounted;
    }

    Level level(double threshold, double expected) {
      return new Level(
          threshold,
          LongStream.of(lost).sum(),
          LongStream.of(counted).sum(),
          LongStream.of(lost).max().orElse(0),
          product(lost, lost),
          product(lost, counted),
          product(counted, counted),
          expected);
    }

    private static long product(long[] one, long[] other) {
      return IntStream.range(0, one.length).mapToLong(b -> one[b] * other[b]).sum();
    }
  }

  /** Errors among the segments that are decoded. */
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
        // All are written, also those that are less probable than any that was held out.
        levels.add(sums.level(0, expected));
      } else if (p[order[i + 1]] < p[c]) {
        levels.add(sums.level(p[c], expected));
      }
    }
    return new LossLevels(sums.lost.length, levels);
  }

  /** Gold segments that are not among the candidates. */
  static LossLevels ofMisses(HeldOutSegments segments) {
    float[] p = segments.probability();
    Sums sums = Sums.of(segments);
    int[] numbers = IntStream.of(segments.block()).distinct().sorted().toArray();
    for (int s = 0; s < segments.sentenceCount(); s++) {
      int block = Arrays.binarySearch(numbers, segments.block()[s]);
      sums.lost[block] += segments.gold()[s];
      sums.counted[block] += segments.gold()[s];
    }
    int[] right = IntStream.range(0, p.length).filter(c -> segments.right()[c]).toArray();
    for (int c : right) {
      sums.add(c, -1, 0);
    }
    // Lost so far are those that are no candidates at all.
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
   * The loosest threshold that keeps a promise.
   *
   * @param share α
   * @param confidence 1 − δ; 0 for on average
   * @return empty if there is none
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
    return last < 0 ? OptionalDouble.empty() : OptionalDouble.of(levels.get(last).threshold());
  }

  /**
   * The last threshold of the sequence whose hypothesis is rejected; −1 if the first one is not.
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
   * The level at which the hypothesis is most likely to be rejected, going by the probabilities
   * alone.
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

  /** Why a promise cannot be made, and what can be promised instead. */
  String refusal(Promise promise) {
    if (blocks < MIN_BLOCKS) {
      return String.format(
          "the model cannot promise anything about its segments: it was calibrated on %s blocks of"
              + " sentences, and at least %s are needed",
          blocks, MIN_BLOCKS);
    }
    return "the model cannot promise "
        + promise
        + ": its "
        + blocks
        + " held-out blocks do not show that it would be kept; it can promise "
        + IntStream.range(1, SHARES)
            .mapToObj(i -> promise.withLoss((double) i / SHARES))
            .filter(other -> loosest(other.loss(), other.confidence()).isPresent())
            .findFirst()
            .map(Promise::toString)
            .orElse("no share at all");
  }
}
