package org.gpchain.core.promise;

import static org.gpchain.core.text.Numbers.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.Entropy;
import org.gpchain.internal.core.math.StudentT;

/**
 * A statistical test of whether a text is similar enough to the held-out sentences of a promise for
 * the promise to hold. It compares ratios X/N of sums, such as segments per token. In a text of the
 * same kind as the held-out sentences,
 *
 * <pre>{@code
 * X − N Σx/Σn   has the variance   σ² N (1 + N/Σn),   σ² = B/(B−1) Σ_b (x_b − n_b Σx/Σn)² / Σn
 * }</pre>
 *
 * where b = 1…B are held-out blocks. The variance is estimated from blocks because adjacent
 * sentences are similar. The variance of a share is at least the variance for independent segments.
 * Each ratio is compared by Student's t-test. The p-values of the m tests, in ascending order, are
 * combined by the method of Simes (1986, An improved Bonferroni procedure for multiple tests of
 * significance, Biometrika 73):
 *
 * <pre>{@code p = min_i  m p_i / i}</pre>
 *
 * This is valid for tests that are independent or positively dependent. A novelty that is smaller
 * than in the held-out sentences does not count as a difference.
 *
 * <p>The sums for a text are its <b>evidence</b>: a few whole numbers, one for each type of
 * segments and, as the last number, if the model measures how unlike the training text a sentence
 * is, the sum of this novelty over all tokens. Since they are whole numbers, their sum does not
 * depend on the order of sentences. Immutable.
 */
public final class PromiseCheck {
  /** How well a promise applies to a text. */
  public enum Level {
    /** There is not enough evidence. */
    UNKNOWN("it is unknown whether the error guarantee holds for this text: "),
    /** The text does not differ significantly from the held-out sentences. */
    HOLDS("no difference was found that puts the error guarantee for this text in doubt"),
    /** The text differs significantly. */
    DOUBTFUL("the error guarantee is doubtful for this text: "),
    /** The text differs so much that the promise does not apply. */
    WITHDRAWN("the error guarantee does not hold for this text: ");

    private final String words;

    Level(String words) {
      this.words = words;
    }
  }

  /**
   * The result of a check.
   *
   * @param level how well the promise applies
   * @param reason explanation for users, without a final period; empty if the promise holds
   */
  public record Status(Level level, String reason) {
    /** Returns whether the promise does not apply to the text. */
    public boolean isWithdrawn() {
      return level == Level.WITHDRAWN;
    }

    /** Returns a sentence for users, without a final period. */
    @Override
    public String toString() {
      return level.words + reason;
    }
  }

  /** Significance level below which a promise is doubtful (p-value). */
  private static final double DOUBTFUL = 0.05;

  /**
   * Significance level below which a promise is withdrawn (p-value). It is small because a growing
   * text is tested many times.
   */
  private static final double WITHDRAWN = 0.001;

  /** Minimum number of segments in a text for a check. */
  private static final int MIN_SEGMENTS = 50;

  /** Minimum number of tokens in a text for a comparison of its novelty. */
  private static final int MIN_TOKENS = 500;

  /** Minimum number of held-out segments of a type for a comparison of its share. */
  private static final int MIN_OF_TYPE = 10;

  // Indices of sums in the evidence. The numbers of segments of each type start at TYPES. The
  // novelty, if it is measured, is last.
  private static final int TOKENS = 0;
  private static final int ENTROPY = 1;
  private static final int SEGMENTS = 2;
  private static final int DOUBT = 3;
  private static final int TYPES = 4;

  /** Fixed-point representation of 1 for entropies (nats), doubts (1 − probability), novelties. */
  private static final int PARTS = 1000;

  private final List<String> types;

  /** Evidence of each held-out block, {@code [B][TYPES + types]}, or one more for the novelty. */
  private final long[][] blocks;

  /**
   * Creates a check.
   *
   * @param types types of the model's segments in alphabetical order
   * @param evidence evidence of all held-out blocks, one block after the other; may be empty
   * @param hasNovelty whether the evidence contains the novelty
   */
  PromiseCheck(List<String> types, List<Integer> evidence, boolean hasNovelty) {
    int size = TYPES + types.size() + (hasNovelty ? 1 : 0);
    this.types = types;
    this.blocks = new long[evidence.size() / size][size];
    for (int i = 0; i < blocks.length * size; i++) {
      blocks[i / size][i % size] = evidence.get(i);
    }
  }

  /**
   * Returns a check against the held-out blocks of a calibration.
   *
   * @param types types of the model's segments in alphabetical order
   */
  public static PromiseCheck of(List<String> types, Calibration calibration) {
    List<Integer> evidence = calibration.evidence();
    long blockCount = IntStream.of(calibration.heldOut().block()).distinct().count();
    boolean hasNovelty = evidence.size() == blockCount * (TYPES + types.size() + 1);
    return new PromiseCheck(types, evidence, hasNovelty);
  }

  /**
   * Returns a check without held-out blocks, whose result is always {@link Level#UNKNOWN}.
   *
   * @param types types of the model's segments in alphabetical order
   */
  public static PromiseCheck withoutEvidence(List<String> types) {
    return new PromiseCheck(types, List.of(), false);
  }

  /**
   * Returns the evidence of blocks of held-out sentences, one block after the other.
   *
   * @param sentences held-out sentences whose labels are all known
   * @param calibration calibration that was learned from these sentences
   */
  static List<Integer> ofBlocks(List<HeldOutSentence> sentences, Calibration calibration) {
    HeldOutSegments heldOut = calibration.heldOut();
    BitSet decoded = new BitSet();
    IntStream.of(heldOut.decoded(calibration.threshold())).forEach(decoded::set);

    SortedMap<Integer, long[]> blocks = new TreeMap<>();
    Workspace workspace = new Workspace();
    int c = 0;
    for (HeldOutSentence sentence : sentences) {
      List<ScoredSpan> segments = new ArrayList<>();
      for (Span candidate : sentence.candidates()) {
        if (decoded.get(c)) {
          segments.add(new ScoredSpan(candidate, heldOut.probability()[c]));
        }
        c++;
      }

      long[] evidence = sentence.evidence(calibration.scaling(), segments, workspace);
      blocks.merge(sentence.block(), evidence, PromiseCheck::sum);
    }

    return blocks.values().stream()
        .flatMapToLong(LongStream::of)
        .mapToObj(Math::toIntExact)
        .toList();
  }

  /**
   * Returns the evidence of a sentence; a new array.
   *
   * @param types types of the model's segments in alphabetical order
   * @param marginals marginals of the labels, {@code [T×V]}; not modified
   * @param decoded all chosen segments, including segments that are too improbable for a promise
   * @param tokens number of tokens T
   * @param novelty mean novelty of the tokens; NaN if the model does not measure it
   */
  public static long[] evidence(
      List<String> types,
      double[] marginals,
      List<ScoredSpan> decoded,
      int tokens,
      double novelty) {
    int afterTypes = TYPES + types.size();
    boolean hasNovelty = !Double.isNaN(novelty);
    long[] sum = new long[afterTypes + (hasNovelty ? 1 : 0)];
    if (hasNovelty) {
      sum[afterTypes] = Math.round(PARTS * novelty * tokens);
    }

    sum[TOKENS] = tokens;
    sum[ENTROPY] = Math.round(PARTS * Entropy.of(marginals, 0, marginals.length));
    for (ScoredSpan segment : decoded) {
      sum[SEGMENTS]++;
      sum[DOUBT] += Math.round(PARTS * (1 - segment.probability()));
      sum[TYPES + types.indexOf(segment.span().type())]++;
    }
    return sum;
  }

  /**
   * Returns the evidence of two texts together.
   *
   * @param first evidence of the first text; null for none
   * @param second evidence of the second text; null for none
   * @return null if both are null
   */
  public static long[] sum(long[] first, long[] second) {
    if (first == null) {
      return second;
    }
    if (second == null) {
      return first;
    }
    long[] sum = first.clone();
    Arrays.setAll(sum, i -> sum[i] + second[i]);
    return sum;
  }

  /**
   * Checks whether the promise applies to a text. A text with few segments is only compared by its
   * novelty, if it is measured.
   *
   * @param evidence evidence of the text; null for none
   */
  public Status status(long[] evidence) {
    if (blocks.length == 0) {
      return new Status(
          Level.UNKNOWN, "beta is not 1, or the model file does not describe the calibration data");
    }

    boolean hasSegments = evidence != null && evidence[SEGMENTS] >= MIN_SEGMENTS;
    boolean hasTokens = evidence != null && evidence[TOKENS] >= MIN_TOKENS;
    int afterTypes = TYPES + types.size();
    List<Difference> differences = new ArrayList<>();
    if (hasSegments) {
      addSegmentDifferences(evidence, differences);
    }
    if (hasTokens && Math.min(evidence.length, blocks[0].length) > afterTypes) {
      Difference novelty = difference(evidence, "novelty of a token", afterTypes, TOKENS, PARTS);
      differences.add(novelty.isIncrease() ? novelty : Difference.NONE);
    }

    differences.sort(Comparator.comparingDouble(Difference::p));
    double p = combinedP(differences);
    String reason = differences.isEmpty() ? "" : differences.get(0).reason();
    if (p <= WITHDRAWN) {
      return new Status(Level.WITHDRAWN, reason);
    }
    if (p <= DOUBTFUL) {
      return new Status(Level.DOUBTFUL, reason);
    }
    if (!hasSegments) {
      return new Status(Level.UNKNOWN, "there are fewer than " + MIN_SEGMENTS + " segments");
    }
    return new Status(Level.HOLDS, "");
  }

  /** Returns the p-value of several tests together, given their differences in ascending order. */
  private static double combinedP(List<Difference> sorted) {
    double p = 1;
    for (int i = 0; i < sorted.size(); i++) {
      p = Math.min(p, sorted.get(i).p() * sorted.size() / (i + 1));
    }
    return p;
  }

  private void addSegmentDifferences(long[] evidence, List<Difference> differences) {
    differences.add(difference(evidence, "entropy of a token", ENTROPY, TOKENS, PARTS));
    differences.add(difference(evidence, "segments per token", SEGMENTS, TOKENS, 1));
    differences.add(difference(evidence, "uncertainty of a segment", DOUBT, SEGMENTS, PARTS));
    for (int t = TYPES; t < TYPES + types.size(); t++) {
      if (total(t) >= MIN_OF_TYPE) {
        String name = "share of " + types.get(t - TYPES);
        differences.add(difference(evidence, name, t, SEGMENTS, 1));
      }
    }
  }

  /**
   * A difference between a text and the held-out blocks.
   *
   * @param p p-value
   * @param isIncrease whether the ratio is greater in the text
   * @param reason description
   */
  private record Difference(double p, boolean isIncrease, String reason) {
    static final Difference NONE = new Difference(1, false, "");
  }

  /**
   * Compares the ratio of two sums in a text with the ratio in the held-out blocks.
   *
   * @param evidence evidence of the text
   * @param name name of the ratio, for users
   * @param part index of the sum X
   * @param whole index of the sum N
   * @param parts fixed-point representation of 1 in the sum X; 1 if X is a part of the count N
   */
  private Difference difference(long[] evidence, String name, int part, int whole, int parts) {
    double n = total(whole);
    double ratio = total(part) / n;
    double squares = 0;
    for (long[] block : blocks) {
      double residual = block[part] - ratio * block[whole];
      squares += residual * residual;
    }

    double independent = parts == 1 ? ratio * (1 - ratio) : 0;
    double variance = Math.max(independent, squares / n * blocks.length / (blocks.length - 1));
    // The minimum keeps a single count from being significant if almost none is expected.
    double ofText = Math.max(1, variance * evidence[whole] * (1 + evidence[whole] / n));
    double excess = evidence[part] - ratio * evidence[whole];

    double p = 1 - StudentT.central(Math.abs(excess) / Math.sqrt(ofText), blocks.length - 1);
    double observed = (double) evidence[part] / evidence[whole] / parts;
    String reason =
        format("%s: %.3f, but %.3f in the calibration data", name, observed, ratio / parts);
    return new Difference(p, excess > 0, reason);
  }

  /** Returns a sum over all held-out blocks. */
  private double total(int index) {
    return Arrays.stream(blocks).mapToLong(block -> block[index]).sum();
  }
}
