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
 * Compares a text with the held-out blocks that a promise was made from, by ratios of sums, X of N,
 * such as segments of tokens. In a text of the same kind,
 *
 * <pre>{@code
 * X − N Σx/Σn   has the variance   σ² N (1 + N/Σn),   σ² = B/(B−1) Σ_b (x_b − n_b Σx/Σn)² / Σn
 * }</pre>
 *
 * where b stands for blocks: neighbours are alike, so that it is blocks that say how much a ratio
 * varies; a share varies no less than with independent segments. The p-value of the text is the
 * smallest one of Student's, times their number.
 *
 * <p>What is summed up of a text is its <b>evidence</b>, a few whole numbers and one for each type,
 * so that their sum does not depend on the order of sentences. Immutable.
 */
public final class PromiseCheck {
  /** How far a promise may be trusted in a text, from nobody knows to not at all. */
  public enum Level {
    UNKNOWN("whether the promise holds here is not known: "),
    HOLDS("nothing speaks against the promise here"),
    DOUBTFUL("the promise is doubtful here: "),
    WITHDRAWN("the promise does not hold here: ");

    private final String words;

    Level(String words) {
      this.words = words;
    }
  }

  /**
   * What became of a promise.
   *
   * @param reason for people, without a full stop; empty if it holds
   */
  public record Status(Level level, String reason) {
    /** Whether nobody should rely on the promise. */
    public boolean isWithdrawn() {
      return level == Level.WITHDRAWN;
    }

    /** The same in words, without a full stop. */
    @Override
    public String toString() {
      return level.words + reason;
    }
  }

  /** The share of the texts of the right kind that are called doubtful. */
  private static final double DOUBTFUL = 0.05;

  /** Lower, since a text that grows is looked at many times. */
  private static final double WITHDRAWN = 0.001;

  private static final int MIN_SEGMENTS = 50;

  /** Fewer held-out segments of a type say nothing of its share. */
  private static final int MIN_OF_TYPE = 10;

  // Places in the evidence; from TYPES on, there are the segments of each type.
  private static final int TOKENS = 0;
  private static final int ENTROPY = 1;
  private static final int SEGMENTS = 2;
  private static final int DOUBT = 3;
  private static final int TYPES = 4;

  /** Entropies, in nats, and doubts, 1 − p, are whole numbers of such parts. */
  private static final int PARTS = 1000;

  private final List<String> types;

  /** Evidence of each held-out block, {@code [B][TYPES + types]}. */
  private final long[][] blocks;

  /**
   * @param types of the model, in their order
   * @param evidence of the held-out blocks, one after the other; empty if nobody knows
   */
  PromiseCheck(List<String> types, List<Integer> evidence) {
    int size = TYPES + types.size();
    this.types = types;
    this.blocks = new long[evidence.size() / size][size];
    for (int i = 0; i < blocks.length * size; i++) {
      blocks[i / size][i % size] = evidence.get(i);
    }
  }

  /**
   * Returns a check against the held-out blocks of a calibration.
   *
   * @param types of the model, in their order
   */
  public static PromiseCheck of(List<String> types, Calibration calibration) {
    return new PromiseCheck(types, calibration.evidence());
  }

  /**
   * Returns a check that has no held-out blocks to compare with.
   *
   * @param types of the model, in their order
   */
  public static PromiseCheck withoutEvidence(List<String> types) {
    return new PromiseCheck(types, List.of());
  }

  /**
   * The evidence of the blocks of held-out sentences, one after the other.
   *
   * @param sentences whose labels are all known
   * @param calibration that was learned from them
   */
  static List<Integer> ofBlocks(List<HeldOutSentence> sentences, Calibration calibration) {
    HeldOutSegments all = calibration.heldOut();
    BitSet decoded = new BitSet();
    IntStream.of(all.decoded(calibration.threshold())).forEach(decoded::set);
    SortedMap<Integer, long[]> blocks = new TreeMap<>();
    Workspace workspace = new Workspace();
    int c = 0;
    for (HeldOutSentence sentence : sentences) {
      List<ScoredSpan> segments = new ArrayList<>();
      for (Span candidate : sentence.candidates()) {
        if (decoded.get(c)) {
          segments.add(new ScoredSpan(candidate, all.probability()[c]));
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
   * The evidence of a sentence; a new array.
   *
   * @param types of the model, in their order
   * @param marginals {@code [T×V]}; not modified
   * @param decoded its segments, those that are not written, too
   */
  public static long[] evidence(
      List<String> types, int tokens, double[] marginals, List<ScoredSpan> decoded) {
    long[] sum = new long[TYPES + types.size()];
    sum[TOKENS] = tokens;
    sum[ENTROPY] = Math.round(PARTS * Entropy.of(marginals, 0, marginals.length));
    for (ScoredSpan one : decoded) {
      sum[SEGMENTS]++;
      sum[DOUBT] += Math.round(PARTS * (1 - one.probability()));
      sum[TYPES + types.indexOf(one.span().type())]++;
    }
    return sum;
  }

  /** The evidence of two texts; null for none. */
  public static long[] sum(long[] one, long[] other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    long[] sum = one.clone();
    Arrays.setAll(sum, i -> sum[i] + other[i]);
    return sum;
  }

  /** What becomes of the promise in a text, by its evidence; null for none. */
  public Status status(long[] evidence) {
    if (blocks.length == 0) {
      return new Status(
          Level.UNKNOWN,
          "beta is not 1, or the model file does not say what the model was calibrated on");
    }
    if (evidence == null || evidence[SEGMENTS] < MIN_SEGMENTS) {
      return new Status(Level.UNKNOWN, "there are fewer than " + MIN_SEGMENTS + " segments");
    }
    List<Difference> all = new ArrayList<>();
    all.add(difference(evidence, "entropy of a token", ENTROPY, TOKENS, PARTS));
    all.add(difference(evidence, "segments for each token", SEGMENTS, TOKENS, 1));
    all.add(difference(evidence, "doubt in a segment", DOUBT, SEGMENTS, PARTS));
    for (int t = TYPES; t < evidence.length; t++) {
      if (total(t) >= MIN_OF_TYPE) {
        all.add(difference(evidence, "share of " + types.get(t - TYPES), t, SEGMENTS, 1));
      }
    }
    Difference largest = all.stream().min(Comparator.comparingDouble(Difference::p)).orElseThrow();
    double p = largest.p() * all.size();
    if (p > DOUBTFUL) {
      return new Status(Level.HOLDS, "");
    }
    return new Status(p > WITHDRAWN ? Level.DOUBTFUL : Level.WITHDRAWN, largest.reason());
  }

  private record Difference(double p, String reason) {}

  /** Compares a ratio of two sums, the first one in parts of its unit. */
  private Difference difference(long[] met, String name, int part, int whole, int parts) {
    double n = total(whole);
    double ratio = total(part) / n;
    double squares = 0;
    for (long[] block : blocks) {
      double more = block[part] - ratio * block[whole];
      squares += more * more;
    }
    double independent = parts == 1 ? ratio * (1 - ratio) : 0;
    double variance = Math.max(independent, squares / n * blocks.length / (blocks.length - 1));
    // A count of one is no difference where next to nothing is expected.
    double ofText = Math.max(1, variance * met[whole] * (1 + met[whole] / n));
    double t = Math.abs(met[part] - ratio * met[whole]) / Math.sqrt(ofText);
    return new Difference(
        1 - StudentT.central(t, blocks.length - 1),
        format(
            "%s: %.3f, where the model was calibrated %.3f",
            name, (double) met[part] / met[whole] / parts, ratio / parts));
  }

  private double total(int place) {
    return Arrays.stream(blocks).mapToLong(block -> block[place]).sum();
  }
}
