package org.gpchain.internal.core.chain;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Factors of transitions most of which are the same or zero, as with many labels they are: {@code E
 * = b · r cᵀ} and a rest, which is not zero at a few pairs only. A product with a vector takes V
 * steps and one for each of these pairs, not V². Immutable; arrays are kept, not copied.
 *
 * @param from of each pair that has a rest
 * @param to of each pair that has a rest
 * @param leaves r, 0 or 1 for each label, {@code [V]}
 * @param enters c, 0 or 1 for each label, {@code [V]}
 */
record SparseTransitions(int[] from, int[] to, double[] leaves, double[] enters) {
  /**
   * Scores of pairs that have more than a rest, at least: {@code exp} of it is what is left of one
   * of them, and is to be right to ten digits.
   */
  static final double LEAST_SCORE = -12;

  /** A matrix is worth a look from so many labels on; it is sparse if so much of it is in pairs. */
  private static final int MANY_LABELS = 100;

  private static final double SHARE = 0.1;

  /**
   * Transitions any of which is possible, some of them with scores of their own.
   *
   * @param pairs {@code from*V+to} of those; not modified
   */
  static SparseTransitions of(int labelCount, int[] pairs) {
    double[] ones = new double[labelCount];
    Arrays.fill(ones, 1);
    return of(pairs, ones, ones);
  }

  private static SparseTransitions of(int[] pairs, double[] leaves, double[] enters) {
    int v = leaves.length;
    return new SparseTransitions(
        Arrays.stream(pairs).map(pair -> pair / v).toArray(),
        Arrays.stream(pairs).map(pair -> pair % v).toArray(),
        leaves,
        enters);
  }

  /**
   * Finds what most of the possible transitions have in common: the score zero.
   *
   * @param scores {@code [V×V]}; not modified
   * @param possible {@code [V×V]}; not modified
   * @return null if the labels are few, or if it is not much that they have in common
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
    for (int label = 0; label < v; label++) {
      leaves[label] = leaves[label] > SHARE * v ? 1 : 0;
      enters[label] = enters[label] > SHARE * v ? 1 : 0;
    }
    int[] pairs =
        IntStream.range(0, v * v)
            .filter(i -> possible[i] && (scores[i] != 0 || !isBase(leaves, enters, i)))
            .toArray();
    // What is impossible must have exactly no weight, not the difference of two equal ones.
    boolean isExact =
        IntStream.range(0, v * v)
            .noneMatch(
                i -> isBase(leaves, enters, i) && !(possible[i] && scores[i] >= LEAST_SCORE));
    return isExact && pairs.length < SHARE * v * v ? of(pairs, leaves, enters) : null;
  }

  private static boolean isBase(double[] leaves, double[] enters, int pair) {
    return leaves[pair / leaves.length] * enters[pair % leaves.length] == 1;
  }

  /** What a pair has of {@code r cᵀ}. */
  double common(int pair) {
    return leaves[from[pair]] * enters[to[pair]];
  }

  /** Writes {@code Eᵀ x}, of the numbers of x from a row on, {@code [V]} both. */
  void forward(double[] x, int row, double base, double[] rest, double[] out) {
    multiply(from, leaves, x, row, base, rest, to, enters, out);
  }

  /** Writes {@code E x}. */
  void backward(double[] x, int row, double base, double[] rest, double[] out) {
    multiply(to, enters, x, row, base, rest, from, leaves, out);
  }

  private static void multiply(
      int[] in,
      double[] of,
      double[] x,
      int row,
      double base,
      double[] rest,
      int[] at,
      double[] into,
      double[] out) {
    double sum = 0;
    for (int a = 0; a < of.length; a++) {
      sum += of[a] * x[row + a];
    }
    for (int b = 0; b < into.length; b++) {
      out[b] = base * sum * into[b];
    }
    for (int s = 0; s < in.length; s++) {
      out[at[s]] += x[row + in[s]] * rest[s];
    }
  }
}
