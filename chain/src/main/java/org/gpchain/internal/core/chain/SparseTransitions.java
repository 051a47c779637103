package org.gpchain.internal.core.chain;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A sparse representation of the transition factors {@code E = exp(g)} for large label sets, where
 * most transitions are impossible or share the score zero. The matrix is written as {@code E = b ·
 * r cᵀ + D}: the shared part, in which r and c contain zeros and ones, and a correction D, which is
 * nonzero only for a few label pairs. A product with a vector then takes V steps and one step for
 * each of these pairs, instead of V². Immutable; arrays are kept, not copied.
 *
 * @param from first label of each pair with a correction
 * @param to second label of each pair with a correction
 * @param leaves r: 1 if transitions from a label are in the shared part, otherwise 0, {@code [V]}
 * @param enters c: 1 if transitions to a label are in the shared part, otherwise 0, {@code [V]}
 */
record SparseTransitions(int[] from, int[] to, double[] leaves, double[] enters) {
  /**
   * Smallest score of a pair in both parts. Such a pair's factor is the sum of b and its
   * correction, so that a factor much smaller than b would lose its digits; with this limit about
   * ten digits remain.
   */
  static final double LEAST_SCORE = -12;

  /** Largest number of labels for which the dense matrix is always used. */
  private static final int MANY_LABELS = 100;

  /**
   * Largest share of all label pairs that may need a correction. Also the smallest share of a
   * label's transitions that must have the score zero for the label to be in the shared part.
   */
  private static final double SHARE = 0.1;

  /**
   * Returns transitions that are all possible and have the score zero except for some pairs.
   *
   * @param pairs {@code from*V+to} of the pairs with scores; not modified
   */
  static SparseTransitions of(int labelCount, int[] pairs) {
    double[] ones = new double[labelCount];
    Arrays.fill(ones, 1);
    return of(pairs, ones, ones);
  }

  private static SparseTransitions of(int[] pairs, double[] leaves, double[] enters) {
    int v = leaves.length;
    int[] from = new int[pairs.length];
    int[] to = new int[pairs.length];
    for (int i = 0; i < pairs.length; i++) {
      from[i] = pairs[i] / v;
      to[i] = pairs[i] % v;
    }
    return new SparseTransitions(from, to, leaves, enters);
  }

  /**
   * Returns the sparse representation of a dense matrix of scores, or null if the dense matrix is
   * the better choice: there are few labels, or too many pairs would need a correction.
   *
   * @param scores {@code [V×V]}; not modified
   * @param possible {@code [V×V]}; not modified
   */
  static SparseTransitions find(int labelCount, double[] scores, boolean[] possible) {
    int v = labelCount;
    if (v <= MANY_LABELS) {
      return null;
    }

    double[] leaves = new double[v];
    double[] enters = new double[v];
    for (int i = 0; i < v * v; i++) {
      if (possible[i] && scores[i] == 0) {
        leaves[i / v]++;
        enters[i % v]++;
      }
    }
    markFrequent(leaves);
    markFrequent(enters);

    // The factor of an impossible pair must be exactly zero. As the difference between b and its
    // correction it would not be, so impossible pairs must not be in the shared part.
    for (int i = 0; i < v * v; i++) {
      boolean isAccurate = possible[i] && scores[i] >= LEAST_SCORE;
      if (isShared(leaves, enters, i) && !isAccurate) {
        return null;
      }
    }

    int[] pairs =
        IntStream.range(0, v * v)
            .filter(i -> possible[i] && (scores[i] != 0 || !isShared(leaves, enters, i)))
            .toArray();
    if (pairs.length < SHARE * v * v) {
      return of(pairs, leaves, enters);
    }
    return null;
  }

  /** Replaces each count by 1 if it is more than the share {@link #SHARE} of V, otherwise by 0. */
  private static void markFrequent(double[] counts) {
    for (int label = 0; label < counts.length; label++) {
      counts[label] = counts[label] > SHARE * counts.length ? 1 : 0;
    }
  }

  private static boolean isShared(double[] leaves, double[] enters, int pair) {
    return leaves[pair / leaves.length] * enters[pair % leaves.length] == 1;
  }

  /** Returns the entry of {@code r cᵀ} for a pair, given by its index in {@link #from}. */
  double shared(int pair) {
    return leaves[from[pair]] * enters[to[pair]];
  }

  /**
   * Computes {@code out = Eᵀ x}.
   *
   * @param x vector, {@code [row, row + V)}; not modified
   * @param base b
   * @param corrections the nonzero entries of D, in the order of the pairs; not modified
   * @param out {@code [V]}, may be longer; overwritten
   */
  void forward(double[] x, int row, double base, double[] corrections, double[] out) {
    writeMultiple(base * sum(leaves, x, row), enters, out);

    int[] first = from;
    int[] second = to;
    for (int s = 0; s < first.length; s++) {
      out[second[s]] += x[row + first[s]] * corrections[s];
    }
  }

  /** Computes {@code out = E x}; the arguments are those of {@link #forward}. */
  void backward(double[] x, int row, double base, double[] corrections, double[] out) {
    writeMultiple(base * sum(enters, x, row), leaves, out);

    int[] first = from;
    int[] second = to;
    for (int s = 0; s < first.length; s++) {
      out[first[s]] += x[row + second[s]] * corrections[s];
    }
  }

  private static double sum(double[] factors, double[] x, int row) {
    double sum = 0;
    for (int a = 0; a < factors.length; a++) {
      sum += factors[a] * x[row + a];
    }
    return sum;
  }

  private static void writeMultiple(double factor, double[] x, double[] out) {
    for (int b = 0; b < x.length; b++) {
      out[b] = factor * x[b];
    }
  }
}
