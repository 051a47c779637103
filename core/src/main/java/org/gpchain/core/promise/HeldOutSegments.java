package org.gpchain.core.promise;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.gpchain.core.text.Span;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.segments.DisjointSegments;

/**
 * The probabilities that models give to segments of sentences that they have never seen, and
 * whether these are right: the evidence for everything that a model promises about its segments.
 * Sentences follow one another, each with its candidates, which are ordered by their start. The
 * arrays are kept, and must not be modified.
 *
 * @param block of each sentence, the number of the block of neighbouring sentences that it belongs
 *     to, {@code [S]}
 * @param gold of each sentence, the number of its gold segments, {@code [S]}
 * @param candidates of each sentence, the number of its candidates, {@code [S]}
 * @param start first token of each candidate, {@code [C]}
 * @param end the token after its last one, {@code [C]}
 * @param probability its calibrated probability, {@code [C]}
 * @param right whether it is a gold segment, {@code [C]}
 */
public record HeldOutSegments(
    int[] block,
    int[] gold,
    int[] candidates,
    int[] start,
    int[] end,
    float[] probability,
    boolean[] right) {
  /** No sentence. */
  public static final HeldOutSegments NONE =
      new HeldOutSegments(
          new int[0], new int[0], new int[0], new int[0], new int[0], new float[0], new boolean[0]);

  /** The uncalibrated probability of a candidate is not below this. */
  public static final double LEAST = 0.01;

  public HeldOutSegments {
    Checks.length("gold", gold.length, block.length, "[S]");
    Checks.length("candidates", candidates.length, block.length, "[S]");
    long count = 0;
    for (int s = 0; s < block.length; s++) {
      Checks.atLeast("block", block[s], 0);
      Checks.atLeast("gold segments of a sentence", gold[s], 0);
      count += Checks.atLeast("candidates of a sentence", candidates[s], 0);
    }
    Checks.length("start", start.length, count, "[C]");
    Checks.length("end", end.length, count, "[C]");
    Checks.length("probability", probability.length, count, "[C]");
    Checks.length("right", right.length, count, "[C]");
    for (int s = 0, c = 0; s < candidates.length; s++) {
      int least = 0;
      for (int i = 0; i < candidates[s]; i++, c++) {
        if (start[c] < least
            || end[c] <= start[c]
            || !(probability[c] >= 0 && probability[c] <= 1)) {
          throw new IllegalArgumentException(
              "candidate " + c + " must be a segment, not before the last one of its sentence");
        }
        least = start[c];
      }
    }
  }

  /**
   * The candidates of sentences under a scaling of their scores; none if there is not one.
   * Sentences whose labels are not all known are left out: what is not annotated there may be
   * right.
   */
  public static HeldOutSegments of(List<HeldOutSentence> all, LatticeScaling scaling) {
    return collect(all.stream().filter(HeldOutSentence::isComplete).toList(), scaling);
  }

  /**
   * The threshold of {@link #threshold} for sentences whose labels are not all known: in place of
   * the number of gold segments it takes the one that is expected, the sum of the probabilities of
   * all candidates.
   *
   * @return in (0, 1); empty if there are no candidates
   */
  static Optional<Double> expectedThreshold(
      List<HeldOutSentence> sentences, LatticeScaling scaling, double beta) {
    HeldOutSegments all = collect(sentences, scaling);
    double expected = 0;
    for (float one : all.probability) {
      expected += one;
    }
    return all.threshold(beta, expected);
  }

  private static HeldOutSegments collect(List<HeldOutSentence> sentences, LatticeScaling scaling) {
    int[] candidates = sentences.stream().mapToInt(s -> s.candidates().size()).toArray();
    int count = IntStream.of(candidates).sum();
    if (count == 0) {
      return NONE;
    }
    int[] start = new int[count];
    int[] end = new int[count];
    float[] probability = new float[count];
    boolean[] right = new boolean[count];
    Workspace workspace = new Workspace();
    int c = 0;
    for (HeldOutSentence sentence : sentences) {
      double[] probabilities = sentence.probabilities(scaling, workspace);
      List<Span> spans = sentence.candidates();
      for (int i = 0; i < probabilities.length; i++, c++) {
        start[c] = spans.get(i).start();
        end[c] = spans.get(i).end();
        probability[c] = (float) probabilities[i];
        right[c] = sentence.isGold(spans.get(i));
      }
    }
    return new HeldOutSegments(
        sentences.stream().mapToInt(HeldOutSentence::block).toArray(),
        sentences.stream().mapToInt(HeldOutSentence::goldCount).toArray(),
        candidates,
        start,
        end,
        probability,
        right);
  }

  public int sentenceCount() {
    return block.length;
  }

  /**
   * The threshold λ = F/(1+β²) of decoding, where F is the largest expected
   *
   * <pre>{@code
   * F_β = (1 + β²) Σ_{s in S} p_s / (|S| + β² · number of gold segments)
   * }</pre>
   *
   * of any choice S of candidates that do not overlap. A choice that is the best for {@code Σ (p_s
   * − λ)} is the best for F_β too if F is its value (Dinkelbach 1967): starting from nothing, F is
   * set to the value of that choice until it grows no more.
   *
   * @param beta weight of recall against precision, positive
   * @return in (0, 1); empty if there are no candidates or no gold segments
   */
  public Optional<Double> threshold(double beta) {
    return threshold(beta, IntStream.of(gold).sum());
  }

  private Optional<Double> threshold(double beta, double goldCount) {
    double square = beta * beta;
    if (start.length == 0 || goldCount == 0) {
      return Optional.empty();
    }
    double threshold = 0;
    while (true) {
      int[] chosen = decoded(threshold);
      double sum = 0;
      for (int c : chosen) {
        sum += probability[c];
      }
      double better = sum / (chosen.length + square * goldCount);
      if (!(better > threshold)) {
        // Below it there are no candidates to judge by.
        return Optional.of(Math.max(LEAST, threshold));
      }
      threshold = better;
    }
  }

  public HeldOutSegments ofBlocks(IntPredicate chosen) {
    int[] s = IntStream.range(0, block.length).filter(i -> chosen.test(block[i])).toArray();
    int[] ofCandidate = blockOfCandidate();
    int[] c = IntStream.range(0, start.length).filter(i -> chosen.test(ofCandidate[i])).toArray();
    float[] itsProbability = new float[c.length];
    boolean[] isRight = new boolean[c.length];
    for (int i = 0; i < c.length; i++) {
      itsProbability[i] = probability[c[i]];
      isRight[i] = right[c[i]];
    }
    return new HeldOutSegments(
        of(s, block),
        of(s, gold),
        of(s, candidates),
        of(c, start),
        of(c, end),
        itsProbability,
        isRight);
  }

  private static int[] of(int[] numbers, int[] values) {
    return IntStream.of(numbers).map(i -> values[i]).toArray();
  }

  /** The block of each candidate, {@code [C]}; a new array. */
  int[] blockOfCandidate() {
    return IntStream.range(0, block.length)
        .flatMap(s -> IntStream.range(0, candidates[s]).map(i -> block[s]))
        .toArray();
  }

  /** Numbers of the candidates that are decoded with a threshold, sentence by sentence. */
  public int[] decoded(double threshold) {
    IntStream.Builder decoded = IntStream.builder();
    for (int s = 0, first = 0; s < block.length; first += candidates[s], s++) {
      IntStream.of(
              DisjointSegments.best(
                  start, end, c -> probability[c] - threshold, first, first + candidates[s]))
          .forEach(decoded);
    }
    return decoded.build().toArray();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HeldOutSegments that
        && Arrays.equals(block, that.block)
        && Arrays.equals(gold, that.gold)
        && Arrays.equals(candidates, that.candidates)
        && Arrays.equals(start, that.start)
        && Arrays.equals(end, that.end)
        && Arrays.equals(probability, that.probability)
        && Arrays.equals(right, that.right);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(probability);
  }
}
