package org.gpchain.core.chain;

import java.util.Arrays;

/**
 * Sentences side by side, the longest first, so that those that have a token at position t are the
 * first {@code active(t)} ones. Of their scores only differences from those of label 0 are kept,
 * because a linear chain depends on nothing else: position after position, label after label but
 * for the first one, those of the active sentences next to each other. Immutable.
 */
final class Lanes {
  private final int labelCount;
  private final int[] start;

  /** Labels of each sentence, {@code [T]}. */
  final int[][] labels;

  /** Index of the first difference. */
  final int first;

  /** Number of sentences that have a token at each position. */
  final int[] active;

  /** Number of pairs of neighbouring tokens. */
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
    int tokens = 0;
    for (int[] sentence : labels) {
      tokens += sentence.length;
      for (int t = 0; t < sentence.length; t++) {
        active[t]++;
        if (t > 0) {
          goldTransitions[sentence[t - 1] * labelCount + sentence[t]]++;
        }
      }
    }
    this.transitionCount = tokens - labels.length;
    this.differenceCount = tokens * (labelCount - 1);
    this.gold = gold(tokens);
  }

  private int[] gold(int tokens) {
    int[] indices = new int[tokens];
    int count = 0;
    int block = first;
    for (int t = 0; t < active.length; t++) {
      for (int lane = 0; lane < active[t]; lane++) {
        int label = labels[lane][t];
        if (label > 0) {
          indices[count++] = block + (label - 1) * active[t] + lane;
        }
      }
      block += active[t] * (labelCount - 1);
    }
    return Arrays.copyOf(indices, count);
  }

  /** Number of positions: of tokens of the longest sentence. */
  int length() {
    return active.length;
  }

  /** Number of sentences. */
  int sentenceCount() {
    return labels.length;
  }

  /**
   * Writes the differences.
   *
   * @param unary scores of the corpus, {@code [N×V]} row-major; not modified
   * @param out from {@link #first} on; overwritten
   */
  void arrange(double[] unary, double[] out) {
    int block = first;
    for (int t = 0; t < active.length; t++) {
      for (int lane = 0; lane < active[t]; lane++) {
        int row = (start[lane] + t) * labelCount;
        for (int label = 1; label < labelCount; label++) {
          out[block + (label - 1) * active[t] + lane] = unary[row + label] - unary[row];
        }
      }
      block += active[t] * (labelCount - 1);
    }
  }

  /**
   * Writes scores of a sentence that have these differences.
   *
   * @param differences of all sentences of the corpus; not modified
   * @param out {@code [T×V]} row-major, may be longer; overwritten
   */
  void scores(int lane, double[] differences, double[] out) {
    int block = first;
    for (int t = 0; t < labels[lane].length; t++) {
      int row = t * labelCount;
      out[row] = 0;
      for (int label = 1; label < labelCount; label++) {
        out[row + label] = differences[block + (label - 1) * active[t] + lane];
      }
      block += active[t] * (labelCount - 1);
    }
  }

  /**
   * The sum of the scores of all sentences' labels.
   *
   * @param differences of all sentences of the corpus; not modified
   * @param pairwise {@code [V×V]}; not modified
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
