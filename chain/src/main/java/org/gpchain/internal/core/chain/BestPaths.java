package org.gpchain.internal.core.chain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.core.likelihood.LabelConstraints;

/**
 * The search for the k best label sequences of one sentence. It is Viterbi decoding that keeps the
 * k best prefixes for each label of each token, instead of only the best one (Schwartz and Chow
 * 1990). A prefix that is not among the k best of its last label cannot be part of the k best
 * sequences.
 *
 * <p>The prefixes of a token are stored in cells, k for each last label: cell {@code label*k +
 * rank}. Each cell points back to a cell of the previous token.
 */
final class BestPaths {
  /** Maximum number of cells of all tokens together (four bytes each). */
  static final int MAX_CELLS = 1 << 25;

  private static final int NONE = -1;

  private final double[] unary;
  private final double[] pairwise;
  private final int length;
  private final LabelConstraints allowed;
  private final int labelCount;
  private final int k;

  /** For each token, the cell of the previous token that each cell extends, {@code [T][V·k]}. */
  private final int[][] back;

  /** Scores of the cells of the current token, {@code [V·k]}. */
  private double[] scores;

  private double[] nextScores;

  /**
   * Prepares a search.
   *
   * @param unary {@code [T×V]}, may be longer; not modified
   * @param pairwise {@code [V×V]}; not modified
   * @param count number of sequences to find; reduced if they would need more than {@link
   *     #MAX_CELLS} cells
   */
  BestPaths(double[] unary, double[] pairwise, int length, LabelConstraints allowed, int count) {
    this.unary = unary;
    this.pairwise = pairwise;
    this.length = length;
    this.allowed = allowed;
    this.labelCount = allowed.labelCount();
    long affordable = MAX_CELLS / ((long) length * labelCount);
    this.k = (int) Math.max(1, Math.min(count, affordable));
    this.back = new int[length][];
    this.scores = new double[labelCount * this.k];
    this.nextScores = new double[labelCount * this.k];
  }

  /** Returns the best sequences, best first; fewer than k if there are no more. */
  List<int[]> find() {
    Arrays.fill(scores, Double.NEGATIVE_INFINITY);
    for (int label = 0; label < labelCount; label++) {
      if (allowed.start()[label]) {
        scores[label * k] = unary[label];
      }
    }
    for (int t = 1; t < length; t++) {
      extend(t);
    }

    double[] bestScores = new double[k];
    int[] bestCells = new int[k];
    clear(bestScores, bestCells);
    for (int label = 0; label < labelCount; label++) {
      if (allowed.end()[label]) {
        offerPrefixes(label, 0, bestScores, bestCells, 0);
      }
    }

    List<int[]> paths = new ArrayList<>();
    for (int rank = 0; rank < k && bestCells[rank] != NONE; rank++) {
      paths.add(path(bestCells[rank]));
    }
    return paths;
  }

  private static void clear(double[] cellScores, int[] cells) {
    Arrays.fill(cellScores, Double.NEGATIVE_INFINITY);
    Arrays.fill(cells, NONE);
  }

  /** Extends the prefixes that end at token {@code t - 1} by token {@code t}. */
  private void extend(int t) {
    back[t] = new int[labelCount * k];
    clear(nextScores, back[t]);
    for (int to = 0; to < labelCount; to++) {
      for (int from = 0; from < labelCount; from++) {
        int pair = from * labelCount + to;
        if (allowed.transition()[pair]) {
          offerPrefixes(from, pairwise[pair], nextScores, back[t], to * k);
        }
      }
      for (int cell = to * k; cell < (to + 1) * k; cell++) {
        nextScores[cell] += unary[t * labelCount + to];
      }
    }

    double[] previousScores = scores;
    scores = nextScores;
    nextScores = previousScores;
  }

  /**
   * Inserts the prefixes that end with a label into a list of the k best prefixes, if they are good
   * enough.
   *
   * @param added score of the transition that follows the prefix
   * @param listScores scores of the list, descending from index {@code first} on
   * @param listCells cells of the list, from index {@code first} on
   */
  private void offerPrefixes(
      int label, double added, double[] listScores, int[] listCells, int first) {
    for (int cell = label * k; cell < (label + 1) * k; cell++) {
      double score = scores[cell] + added;
      // Prefixes of a label are in descending order, so no later one can enter the list. NaN fails.
      if (!(score > listScores[first + k - 1])) {
        return;
      }
      insert(score, cell, listScores, listCells, first);
    }
  }

  /** Inserts a prefix after all prefixes with at least its score, and drops the last one. */
  private void insert(double score, int cell, double[] listScores, int[] listCells, int first) {
    int position = first + k - 1;
    while (position > first && score > listScores[position - 1]) {
      listScores[position] = listScores[position - 1];
      listCells[position] = listCells[position - 1];
      position--;
    }
    listScores[position] = score;
    listCells[position] = cell;
  }

  /** Follows the pointers back from a cell of the last token. */
  private int[] path(int lastCell) {
    int[] path = new int[length];
    int cell = lastCell;
    for (int t = length - 1; t > 0; t--) {
      path[t] = cell / k;
      cell = back[t][cell];
    }
    path[0] = cell / k;
    return path;
  }
}
