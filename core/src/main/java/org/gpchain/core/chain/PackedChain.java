package org.gpchain.core.chain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.likelihood.SentenceBatch;
import org.gpchain.core.math.Exponentials;
import org.gpchain.core.math.ScaledSums;
import org.gpchain.core.math.Workspace;

/**
 * The linear chain over many sentences at once. The forward pass of {@link ScaledLattice} goes
 * through a row of sentences side by side: each of its operations is then a loop over sentences,
 * which the compiler vectorises, and no sentence waits for its own last token.
 */
final class PackedChain implements SentenceBatch {
  /** Sentences side by side at most: after each row of them a sum that is too low may end. */
  static final int WIDTH = 64;

  /** Products of scales beyond it, or below its inverse, become logarithms. */
  private static final double LARGEST_PRODUCT = 1e30;

  private final LinearChain chain;
  private final int labelCount;
  private final List<Lanes> rows = new ArrayList<>();
  private final int scoreCount;

  private final double[] difference;
  private double[] exponent = {};
  private double[] potential = {};
  private final Workspace workspace = new Workspace();
  private double[] unary = {};

  private final double[] pairwiseExponent;
  private final double[] transition;
  private double maxPairwise;
  private double furthest;

  /** α and the next α, {@code [V rounded up to fours][WIDTH]}; rows from V on are zero. */
  private double[][] alpha;

  private double[][] message;
  private final double[] sum = new double[WIDTH];
  private final double[] product = new double[WIDTH];
  private final double[] factor = new double[WIDTH];

  /**
   * @param labels of each sentence, all of them known; kept
   */
  PackedChain(LinearChain chain, int[][] labels) {
    int v = chain.labelCount();
    this.chain = chain;
    this.labelCount = v;
    int[] start = new int[labels.length + 1];
    for (int n = 0; n < labels.length; n++) {
      start[n + 1] = start[n] + labels[n].length;
    }
    List<Integer> longestFirst =
        IntStream.range(0, labels.length)
            .boxed()
            .sorted(Comparator.comparing((Integer n) -> -labels[n].length))
            .toList();
    int first = 0;
    for (int from = 0; from < labels.length; from += WIDTH) {
      int[] row =
          longestFirst.subList(from, Math.min(from + WIDTH, labels.length)).stream()
              .mapToInt(n -> n)
              .toArray();
      Lanes lanes =
          new Lanes(
              v,
              Arrays.stream(row).mapToObj(n -> labels[n]).toArray(int[][]::new),
              Arrays.stream(row).map(n -> start[n]).toArray(),
              first);
      rows.add(lanes);
      first += lanes.differenceCount;
    }
    this.scoreCount = first;
    this.difference = new double[first];
    this.pairwiseExponent = new double[v * v];
    this.transition = new double[v * v];
    int padded = (v + 3) / 4 * 4;
    this.alpha = new double[padded][WIDTH];
    this.message = new double[padded][WIDTH];
  }

  @Override
  public int scoreCount() {
    return scoreCount;
  }

  @Override
  public void arrange(double[] scores, double[] out) {
    for (Lanes lanes : rows) {
      lanes.arrange(scores, out);
    }
  }

  @Override
  public double logLikelihood(
      double[] first, double a, double[] second, double b, double[] pairwise, double least) {
    exponentiate(pairwise);
    double total = 0;
    for (Lanes lanes : rows) {
      int from = lanes.first;
      combine(first, a, second, b, from, from + lanes.differenceCount);
      double logPartition = forward(lanes);
      total +=
          Double.isNaN(logPartition)
              ? oneByOne(lanes, pairwise)
              : lanes.goldScore(difference, pairwise) - logPartition;
      // In positive form: an end to sums that are not a number, too.
      if (!(total >= least)) {
        return Double.NEGATIVE_INFINITY;
      }
    }
    return total;
  }

  private void exponentiate(double[] pairwise) {
    double min = Double.POSITIVE_INFINITY;
    maxPairwise = Double.NEGATIVE_INFINITY;
    for (double score : pairwise) {
      min = Math.min(min, score);
      maxPairwise = Math.max(maxPairwise, score);
    }
    // As in a single sentence: half of what the transitions leave; NaN and less for no sentence.
    furthest = (ScaledLattice.LARGEST_RANGE - (maxPairwise - min)) / 2;
    if (furthest > 0) {
      for (int i = 0; i < pairwise.length; i++) {
        pairwiseExponent[i] = pairwise[i] - maxPairwise;
      }
      Exponentials.of(pairwiseExponent, pairwise.length, transition);
    }
  }

  private void combine(double[] first, double a, double[] second, double b, int from, int to) {
    for (int i = from; i < to; i++) {
      difference[i] = a * first[i] + b * second[i];
    }
  }

  /** Sentences whose scores are too far apart. */
  private double oneByOne(Lanes lanes, double[] pairwise) {
    double total = 0;
    for (int lane = 0; lane < lanes.labels.length; lane++) {
      int[] labels = lanes.labels[lane];
      unary = Workspace.ensure(unary, labels.length * labelCount);
      lanes.scores(lane, difference, unary);
      total += chain.logLikelihood(unary, pairwise, labels, workspace);
    }
    return total;
  }

  /** The sum of log Z of all sentences, or NaN if scores are too far apart. */
  private double forward(Lanes lanes) {
    int count = lanes.differenceCount;
    exponent = Workspace.ensure(exponent, count);
    potential = Workspace.ensure(potential, count);
    System.arraycopy(difference, lanes.first, exponent, 0, count);
    if (!isInRange(count)) {
      return Double.NaN;
    }
    Exponentials.of(exponent, count, potential);
    double logPartition = lanes.transitionCount * maxPairwise;
    Arrays.fill(product, 1);
    int at = 0;
    for (int t = 0; t < lanes.active.length; t++) {
      int width = lanes.active[t];
      if (t == 0) {
        Arrays.fill(alpha[0], 0, width, 1);
      } else {
        propagate(width);
      }
      for (int label = 1; label < labelCount; label++) {
        if (t == 0) {
          System.arraycopy(potential, at, alpha[label], 0, width);
        } else {
          System.arraycopy(potential, at, factor, 0, width);
          multiply(alpha[label], factor, width);
        }
        at += width;
      }
      normalize(width);
      logPartition += logOfProducts(width);
    }
    for (int lane = 0; lane < lanes.labels.length; lane++) {
      logPartition += Math.log(product[lane]);
    }
    return logPartition;
  }

  private boolean isInRange(int count) {
    if (!(furthest > 0)) {
      return false;
    }
    for (int i = 0; i < count; i++) {
      if (!(Math.abs(exponent[i]) <= furthest)) {
        return false;
      }
    }
    return true;
  }

  /** {@code α_to = Σ_from α_from E(from, to)}, four labels at a time. */
  private void propagate(int width) {
    int v = labelCount;
    for (int to = 0; to < v; to++) {
      double[] out = message[to];
      Arrays.fill(out, 0, width, 0);
      for (int from = 0; from < v; from += 4) {
        double second = from + 1 < v ? transition[(from + 1) * v + to] : 0;
        double third = from + 2 < v ? transition[(from + 2) * v + to] : 0;
        double fourth = from + 3 < v ? transition[(from + 3) * v + to] : 0;
        ScaledSums.addFour(
            transition[from * v + to],
            alpha[from],
            second,
            alpha[from + 1],
            third,
            alpha[from + 2],
            fourth,
            alpha[from + 3],
            width,
            out);
      }
    }
    double[][] before = alpha;
    alpha = message;
    message = before;
  }

  // In all loops each array is read at the same index, so that the compiler can vectorise them.

  private static void multiply(double[] inOut, double[] by, int width) {
    for (int i = 0; i < width; i++) {
      inOut[i] *= by[i];
    }
  }

  private static void invert(double[] inOut, int width) {
    for (int i = 0; i < width; i++) {
      inOut[i] = 1 / inOut[i];
    }
  }

  /** Scales each sentence's α to sum to one, and multiplies the scales up. */
  private void normalize(int width) {
    System.arraycopy(alpha[0], 0, sum, 0, width);
    for (int label = 1; label < labelCount; label++) {
      ScaledSums.add(1, alpha[label], width, sum);
    }
    multiply(product, sum, width);
    invert(sum, width);
    for (int label = 0; label < labelCount; label++) {
      multiply(alpha[label], sum, width);
    }
  }

  /** The logarithms of products that have become too large or too small; these begin again. */
  private double logOfProducts(int width) {
    double logarithms = 0;
    for (int lane = 0; lane < width; lane++) {
      double value = product[lane];
      if (!(value > 1 / LARGEST_PRODUCT && value < LARGEST_PRODUCT)) {
        logarithms += Math.log(value);
        product[lane] = 1;
      }
    }
    return logarithms;
  }

  /**
   * Sentences side by side, the longest first, so that those that have a token at position t are
   * the first {@code active(t)} ones. Of their scores only differences from those of label 0 are
   * kept, because a linear chain depends on nothing else: position after position, label after
   * label but for the first one, those of the active sentences next to each other. Immutable.
   */
  private static final class Lanes {
    private final int labelCount;
    private final int[] start;

    /** Labels of each sentence, {@code [T]}. */
    final int[][] labels;

    /** Index of the first difference. */
    final int first;

    /** Number of sentences that have a token at each position. */
    final int[] active;

    /** Index of the first difference of each position; of the last one and one more: the end. */
    private final int[] block;

    final int transitionCount;

    /** Number of differences: tokens times V−1. */
    final int differenceCount;

    /** Indices of the differences of all labels in the data but label 0. */
    private final int[] gold;

    private final int[] goldTransitions;

    /**
     * @param labels of the sentences, the longest first; kept
     * @param start the first token of each of them in the corpus; kept
     */
    Lanes(int labelCount, int[][] labels, int[] start, int first) {
      this.labelCount = labelCount;
      this.labels = labels;
      this.start = start;
      this.first = first;
      this.active = new int[labels[0].length];
      this.goldTransitions = new int[labelCount * labelCount];
      for (int[] sentence : labels) {
        for (int t = 0; t < sentence.length; t++) {
          active[t]++;
          if (t > 0) {
            goldTransitions[sentence[t - 1] * labelCount + sentence[t]]++;
          }
        }
      }
      this.block = new int[active.length + 1];
      block[0] = first;
      for (int t = 0; t < active.length; t++) {
        block[t + 1] = block[t] + active[t] * (labelCount - 1);
      }
      this.transitionCount = Arrays.stream(active, 1, active.length).sum();
      this.differenceCount = block[active.length] - first;
      this.gold =
          IntStream.range(0, active.length)
              .flatMap(
                  t ->
                      IntStream.range(0, active[t])
                          .filter(lane -> labels[lane][t] > 0)
                          .map(lane -> index(t, labels[lane][t], lane)))
              .toArray();
    }

    private int index(int t, int label, int lane) {
      return block[t] + (label - 1) * active[t] + lane;
    }

    /**
     * Writes the differences.
     *
     * @param unary scores of the corpus, {@code [N×V]} row-major; not modified
     * @param out from {@link #first} on; overwritten
     */
    void arrange(double[] unary, double[] out) {
      for (int t = 0; t < active.length; t++) {
        for (int lane = 0; lane < active[t]; lane++) {
          int row = (start[lane] + t) * labelCount;
          for (int label = 1; label < labelCount; label++) {
            out[index(t, label, lane)] = unary[row + label] - unary[row];
          }
        }
      }
    }

    /**
     * Writes scores of a sentence that have these differences.
     *
     * @param differences of all sentences of the corpus; not modified
     * @param out {@code [T×V]} row-major, may be longer; overwritten
     */
    void scores(int lane, double[] differences, double[] out) {
      for (int t = 0; t < labels[lane].length; t++) {
        out[t * labelCount] = 0;
        for (int label = 1; label < labelCount; label++) {
          out[t * labelCount + label] = differences[index(t, label, lane)];
        }
      }
    }

    /**
     * The sum of the scores of all sentences' labels.
     *
     * @param differences of all sentences of the corpus; not modified
     */
    double goldScore(double[] differences, double[] pairwise) {
      double sum = 0;
      for (int index : gold) {
        sum += differences[index];
      }
      for (int i = 0; i < goldTransitions.length; i++) {
        // Transitions that do not occur may have a score of negative infinity.
        sum += goldTransitions[i] > 0 ? goldTransitions[i] * pairwise[i] : 0;
      }
      return sum;
    }
  }
}
