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
 * through a row of sentences side by side ({@link Lanes}): each of its operations is then a loop
 * over sentences, which the compiler vectorises, and no sentence waits for its own last token.
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
    for (int lane = 0; lane < lanes.sentenceCount(); lane++) {
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
    for (int t = 0; t < lanes.length(); t++) {
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
    for (int lane = 0; lane < lanes.sentenceCount(); lane++) {
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
}
