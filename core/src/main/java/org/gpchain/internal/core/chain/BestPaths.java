package org.gpchain.internal.core.chain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.core.likelihood.LabelConstraints;

/**
 * The k best label sequences of one sentence: Viterbi decoding that keeps k beginnings for each
 * label of each token instead of one (Schwartz and Chow 1990). A beginning that is not among the k
 * best of its last label cannot become one of the k best sequences.
 *
 * <p>Beginnings stand in cells, {@code label*k + rank}, and point back at cells of the previous
 * token.
 */
final class BestPaths {
  /** Cells of all tokens, four bytes each. */
  static final int MAX_CELLS = 1 << 25;

  private static final int NONE = -1;

  private final double[] unary;
  private final double[] pairwise;
  private final int length;
  private final LabelConstraints allowed;
  private final int labelCount;
  private final int k;
  private final int[][] back;
  private double[] scores;
  private double[] nextScores;

  /**
   * @param unary {@code [T×V]}, may be longer; not modified
   * @param pairwise {@code [V×V]}; not modified
   * @param k how many are wanted; fewer are found where they would need more than {@link
   *     #MAX_CELLS}
   */
  BestPaths(double[] unary, double[] pairwise, int length, LabelConstraints allowed, int k) {
    this.unary = unary;
    this.pairwise = pairwise;
    this.length = length;
    this.allowed = allowed;
    this.labelCount = allowed.labelCount();
    this.k = (int) Math.max(1, Math.min(k, MAX_CELLS / ((long) length * labelCount)));
    this.back = new int[length][];
    this.scores = new double[labelCount * this.k];
    this.nextScores = new double[labelCount * this.k];
  }

  List<int[]> find() {
    Arrays.fill(scores, Double.NEGATIVE_INFINITY);
    for (int label = 0; label < labelCount; label++) {
      scores[label * k] = allowed.start()[label] ? unary[label] : Double.NEGATIVE_INFINITY;
    }
    for (int t = 1; t < length; t++) {
      extend(t);
    }
    double[] bestScores = new double[k];
    int[] bestCells = new int[k];
    clear(bestScores, bestCells);
    for (int label = 0; label < labelCount; label++) {
      if (allowed.end()[label]) {
        offerAll(label, 0, bestScores, bestCells, 0);
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

  /** Lengthens the beginnings that end at token {@code t - 1} by the token {@code t}. */
  private void extend(int t) {
    back[t] = new int[labelCount * k];
    clear(nextScores, back[t]);
    for (int to = 0; to < labelCount; to++) {
      for (int from = 0; from < labelCount; from++) {
        int pair = from * labelCount + to;
        if (allowed.transition()[pair]) {
          offerAll(from, pairwise[pair], nextScores, back[t], to * k);
        }
      }
      for (int cell = to * k; cell < (to + 1) * k; cell++) {
        nextScores[cell] += unary[t * labelCount + to];
      }
    }
    double[] reached = scores;
    scores = nextScores;
    nextScores = reached;
  }

  /** Offers all beginnings that end with a label to the list of k that begins at {@code first}. */
  private void offerAll(int label, double added, double[] listScores, int[] listCells, int first) {
    for (int cell = label * k; cell < (label + 1) * k; cell++) {
      double score = scores[cell] + added;
      // Also for NaN: the worst of the list, or of this label, ends it.
      if (!(score > listScores[first + k - 1])) {
        return;
      }
      insert(score, cell, listScores, listCells, first);
    }
  }

  /** Inserts behind all that are as good, and drops the last one. */
  private void insert(double score, int cell, double[] listScores, int[] listCells, int first) {
    int place = first + k - 1;
    while (place > first && score > listScores[place - 1]) {
      listScores[place] = listScores[place - 1];
      listCells[place] = listCells[place - 1];
      place--;
    }
    listScores[place] = score;
    listCells[place] = cell;
  }

  private int[] path(int lastCell) {
    int[] path = new int[length];
    int cell = lastCell;
    for (int t = length - 1; t >= 0; t--) {
      path[t] = cell / k;
      cell = t > 0 ? back[t][cell] : NONE;
    }
    return path;
  }
}
