package org.gpchain.internal.core.chain;

import java.util.Arrays;
import org.gpchain.core.likelihood.LabelConstraints;

/**
 * The search for the best label sequence of one sentence. For each token and label it keeps the
 * score of the best prefix, but no pointer to the label before it: the compiler can then vectorize
 * the maxima, and the previous label has to be found only along the best sequence. Not thread-safe.
 */
final class Viterbi {
  /** Scores of transitions, {@code [V][V]}; negative infinity if a transition is not allowed. */
  private double[][] edges = {};

  /** Scores of the best prefixes, {@code [T][V]}, may have more rows. */
  private double[][] prefixScores = {};

  /**
   * Finds the best sequence. The arguments are those of {@link LinearChain#bestPath}.
   *
   * @return false if no sequence is allowed; {@code pathOut} then holds zeros
   */
  boolean find(
      double[] unary, double[] pairwise, int length, LabelConstraints allowed, int[] pathOut) {
    int v = allowed.labelCount();
    prepare(pairwise, length, allowed);
    Arrays.fill(pathOut, 0, length, 0);

    for (int label = 0; label < v; label++) {
      prefixScores[0][label] = allowed.start()[label] ? unary[label] : Double.NEGATIVE_INFINITY;
    }
    for (int t = 1; t < length; t++) {
      double[] previous = prefixScores[t - 1];
      double[] current = prefixScores[t];
      Arrays.fill(current, Double.NEGATIVE_INFINITY);
      for (int from = 0; from < v; from++) {
        raise(current, previous[from], edges[from]);
      }
      for (int label = 0; label < v; label++) {
        current[label] += unary[t * v + label];
      }
    }

    double best = Double.NEGATIVE_INFINITY;
    double[] last = prefixScores[length - 1];
    for (int label = 0; label < v; label++) {
      if (allowed.end()[label] && last[label] > best) {
        best = last[label];
        pathOut[length - 1] = label;
      }
    }
    if (best == Double.NEGATIVE_INFINITY) {
      return false;
    }

    for (int t = length - 1; t > 0; t--) {
      pathOut[t - 1] = bestPrevious(prefixScores[t - 1], pathOut[t]);
    }
    return true;
  }

  private void prepare(double[] pairwise, int length, LabelConstraints allowed) {
    int v = allowed.labelCount();
    if (edges.length != v) {
      edges = new double[v][v];
      prefixScores = new double[0][];
    }
    if (prefixScores.length < length) {
      prefixScores = new double[Math.max(length, 2 * prefixScores.length)][v];
    }

    for (int from = 0; from < v; from++) {
      for (int to = 0; to < v; to++) {
        boolean possible = allowed.transition()[from * v + to];
        edges[from][to] = possible ? pairwise[from * v + to] : Double.NEGATIVE_INFINITY;
      }
    }
  }

  /** Sets {@code best = max(best, score + edge)}, element by element. */
  private static void raise(double[] best, double score, double[] edge) {
    for (int to = 0; to < best.length; to++) {
      best[to] = Math.max(best[to], score + edge[to]);
    }
  }

  /** Returns the label that precedes {@code to} in the best prefix; the lowest of equally good. */
  private int bestPrevious(double[] scores, int to) {
    int best = 0;
    for (int from = 1; from < scores.length; from++) {
      if (scores[from] + edges[from][to] > scores[best] + edges[best][to]) {
        best = from;
      }
    }
    return best;
  }
}
