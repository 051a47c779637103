package org.gpchain.internal.core.chain;

import java.util.Arrays;
import org.gpchain.core.likelihood.LabelConstraints;

/**
 * The best label sequence of one sentence. Each token keeps the scores of the best beginnings that
 * end with each label, and no pointers back: the maxima are then vector operations, and where they
 * came from is only looked for along the path. Scratch space of one thread.
 */
final class Viterbi {
  /** {@code [V][V]}: scores of transitions; negative infinity for those that are not allowed. */
  private double[][] edges = {};

  /** {@code [T][V]}, or more rows. */
  private double[][] reached = {};

  /**
   * Finds the path; arguments as those of {@link LinearChain#bestPath}.
   *
   * @return whether there is one; otherwise {@code pathOut} holds zeros
   */
  boolean find(
      double[] unary, double[] pairwise, int length, LabelConstraints allowed, int[] pathOut) {
    int v = allowed.labelCount();
    prepare(pairwise, length, allowed);
    for (int label = 0; label < v; label++) {
      reached[0][label] = allowed.start()[label] ? unary[label] : Double.NEGATIVE_INFINITY;
    }
    for (int t = 1; t < length; t++) {
      Arrays.fill(reached[t], Double.NEGATIVE_INFINITY);
      for (int from = 0; from < v; from++) {
        raise(reached[t], reached[t - 1][from], edges[from]);
      }
      for (int label = 0; label < v; label++) {
        reached[t][label] += unary[t * v + label];
      }
    }
    Arrays.fill(pathOut, 0, length, 0);
    double best = Double.NEGATIVE_INFINITY;
    for (int label = 0; label < v; label++) {
      if (allowed.end()[label] && reached[length - 1][label] > best) {
        best = reached[length - 1][label];
        pathOut[length - 1] = label;
      }
    }
    if (best == Double.NEGATIVE_INFINITY) {
      return false;
    }
    for (int t = length - 1; t > 0; t--) {
      pathOut[t - 1] = before(reached[t - 1], pathOut[t]);
    }
    return true;
  }

  private void prepare(double[] pairwise, int length, LabelConstraints allowed) {
    int v = allowed.labelCount();
    if (edges.length != v) {
      edges = new double[v][v];
      reached = new double[0][];
    }
    if (reached.length < length) {
      reached = new double[Math.max(length, 2 * reached.length)][v];
    }
    for (int from = 0; from < v; from++) {
      for (int to = 0; to < v; to++) {
        boolean possible = allowed.transition()[from * v + to];
        edges[from][to] = possible ? pairwise[from * v + to] : Double.NEGATIVE_INFINITY;
      }
    }
  }

  /** {@code best = max(best, score + edge)}, element by element. */
  private static void raise(double[] best, double score, double[] edge) {
    for (int to = 0; to < best.length; to++) {
      best[to] = Math.max(best[to], score + edge[to]);
    }
  }

  /** The label from which another one was reached, the first of equals. */
  private int before(double[] scores, int to) {
    int best = 0;
    for (int from = 1; from < scores.length; from++) {
      if (scores[from] + edges[from][to] > scores[best] + edges[best][to]) {
        best = from;
      }
    }
    return best;
  }
}
