package org.gpchain.core.promise;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.gpchain.core.text.Span;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.segments.DisjointSegments;

/**
 * The candidate segments of held-out sentences, with their probabilities under models that were
 * trained without these sentences, and whether they are gold segments. Decoding thresholds and
 * promises are derived from them.
 *
 * <p>The candidates of all S sentences are stored one sentence after the other, C altogether. The
 * candidates of a sentence are ordered by their first token. Arrays are retained, not copied, and
 * must not be modified.
 *
 * @param block index of the block of adjacent sentences to which each sentence belongs, {@code [S]}
 * @param gold number of gold segments of each sentence, {@code [S]}
 * @param candidates number of candidates of each sentence, {@code [S]}
 * @param start index of the first token of each candidate, {@code [C]}
 * @param end index after the last token of each candidate, {@code [C]}
 * @param probability calibrated probability of each candidate, {@code [C]}
 * @param right whether each candidate is a gold segment, {@code [C]}
 */
public record HeldOutSegments(
    int[] block,
    int[] gold,
    int[] candidates,
    int[] start,
    int[] end,
    float[] probability,
    boolean[] right) {
  /** No sentences and candidates. */
  public static final HeldOutSegments NONE =
      new HeldOutSegments(
          new int[0], new int[0], new int[0], new int[0], new int[0], new float[0], new boolean[0]);

  /** Minimum uncalibrated probability of a candidate. */
  public static final double LEAST = 0.01;

  /**
   * Creates held-out segments; retains the arrays.
   *
   * @throws IllegalArgumentException if the lengths of arrays do not match, a value is out of
   *     range, or the candidates of a sentence are not in order
   */
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
        boolean isSegment = start[c] >= least && end[c] > start[c];
        boolean hasProbability = probability[c] >= 0 && probability[c] <= 1;
        if (!isSegment || !hasProbability) {
          throw new IllegalArgumentException(
              "candidate " + c + " must be a segment, not before the last one of its sentence");
        }
        least = start[c];
      }
    }
  }

  /**
   * Returns the candidates of sentences under a scaling of their scores, or {@link #NONE} if there
   * are none. Sentences with unknown labels are left out, since their candidates may be segments
   * that were not annotated.
   */
  public static HeldOutSegments of(List<HeldOutSentence> sentences, LatticeScaling scaling) {
    return collect(sentences.stream().filter(HeldOutSentence::isComplete).toList(), scaling);
  }

  /**
   * Returns the decoding threshold for sentences with unknown labels. It is computed like {@link
   * #threshold(double)}, but with the expected number of gold segments, which is the sum of the
   * probabilities of all candidates.
   *
   * @param beta weight of recall against precision, positive
   * @return threshold in (0, 1), or empty if there are no candidates
   */
  static Optional<Double> expectedThreshold(
      List<HeldOutSentence> sentences, LatticeScaling scaling, double beta) {
    HeldOutSegments segments = collect(sentences, scaling);
    double expectedGoldCount = 0;
    for (float p : segments.probability) {
      expectedGoldCount += p;
    }
    return segments.threshold(beta, expectedGoldCount);
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

    int[] block = sentences.stream().mapToInt(HeldOutSentence::block).toArray();
    int[] gold = sentences.stream().mapToInt(HeldOutSentence::goldCount).toArray();
    return new HeldOutSegments(block, gold, candidates, start, end, probability, right);
  }

  /** Returns the number of sentences, S. */
  public int sentenceCount() {
    return block.length;
  }

  /**
   * Returns the decoding threshold λ = F/(1+β²), where F is the largest expected
   *
   * <pre>{@code
   * F_β = (1 + β²) Σ_{s in S} p_s / (|S| + β² · number of gold segments)
   * }</pre>
   *
   * over all sets S of candidates without overlaps. A set that maximizes {@code Σ (p_s − λ)}
   * maximizes the expected F_β as well if F is its expected F_β (Dinkelbach 1967). Starting from 0,
   * F is repeatedly set to the expected F_β of the maximizing set until it does not increase.
   *
   * @param beta weight of recall against precision, positive
   * @return threshold in (0, 1), or empty if there are no candidates or no gold segments
   */
  public Optional<Double> threshold(double beta) {
    return threshold(beta, IntStream.of(gold).sum());
  }

  private Optional<Double> threshold(double beta, double goldCount) {
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
      double improved = sum / (chosen.length + beta * beta * goldCount);
      if (!(improved > threshold)) {
        // There are no candidates below LEAST from which a smaller threshold could be derived.
        return Optional.of(Math.max(LEAST, threshold));
      }
      threshold = improved;
    }
  }

  /** Returns the sentences of some blocks with their candidates. */
  public HeldOutSegments ofBlocks(IntPredicate isSelected) {
    int[] sentences = selected(block, isSelected);
    int[] selected = selected(blockOfCandidate(), isSelected);
    float[] selectedProbability = new float[selected.length];
    boolean[] selectedRight = new boolean[selected.length];
    for (int i = 0; i < selected.length; i++) {
      selectedProbability[i] = probability[selected[i]];
      selectedRight[i] = right[selected[i]];
    }
    return new HeldOutSegments(
        values(sentences, block),
        values(sentences, gold),
        values(sentences, candidates),
        values(selected, start),
        values(selected, end),
        selectedProbability,
        selectedRight);
  }

  /** Returns the indices of the selected blocks in an array. */
  private static int[] selected(int[] blocks, IntPredicate isSelected) {
    return IntStream.range(0, blocks.length).filter(i -> isSelected.test(blocks[i])).toArray();
  }

  private static int[] values(int[] indices, int[] array) {
    return IntStream.of(indices).map(i -> array[i]).toArray();
  }

  /** Returns the block of each candidate, {@code [C]}; a new array. */
  int[] blockOfCandidate() {
    int[] blocks = new int[start.length];
    int c = 0;
    for (int s = 0; s < block.length; s++) {
      Arrays.fill(blocks, c, c + candidates[s], block[s]);
      c += candidates[s];
    }
    return blocks;
  }

  /**
   * Returns the indices of the candidates that are decoded with a threshold, one sentence after the
   * other.
   */
  public int[] decoded(double threshold) {
    IntToDoubleFunction gain = c -> probability[c] - threshold;
    IntStream.Builder decoded = IntStream.builder();
    int first = 0;
    for (int count : candidates) {
      for (int c : DisjointSegments.best(start, end, gain, first, first + count)) {
        decoded.add(c);
      }
      first += count;
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
