package org.gpchain.core.words;

import java.util.Arrays;
import org.gpchain.core.hmm.HmmParameters;
import org.gpchain.core.math.Workspace;

/**
 * Forward–backward (Rabiner 1989, with his scaling) over the few states that each token can have:
 * the work for a pair of neighbours is the product of the numbers of their states, not K². Scratch
 * space of one thread.
 */
final class SparseLattice {
  /** Of a sum of posterior probabilities. */
  private static final double LARGEST_ERROR = 1e-3;

  private HmmParameters chain;
  private int length;

  /** {@code [T+1]}: token t has the cells {@code [cellStart[t], cellStart[t+1])}. */
  private int[] cellStart = new int[1];

  /** The normalising sum of each token; 0 where the chain begins anew. */
  private double[] scale = {};

  private int[] state = {};
  private double[] emission = {};
  private double[] forward = {};
  private double[] backward = {};

  /** Begins a sentence. */
  void begin(HmmParameters parameters) {
    chain = parameters;
    length = 0;
  }

  /**
   * Adds a token, and makes a forward step.
   *
   * @param states of many words, as unsigned bytes; not modified
   * @param emissions of those; not modified
   * @param from index of the first state of the token's word
   * @param to index after its last one; if there is none, all states are equally likely to give it
   */
  void add(byte[] states, float[] emissions, int from, int to) {
    int count = from == to ? chain.stateCount() : to - from;
    ensure(count);
    int here = cellStart[length];
    for (int i = 0; i < count; i++) {
      state[here + i] = from == to ? i : states[from + i] & 0xFF;
      emission[here + i] = from == to ? 1 : emissions[from + i];
    }
    cellStart[++length] = here + count;
    scale[length - 1] = step(here, here + count);
  }

  private void ensure(int count) {
    int cells = cellStart[length] + count;
    if (cells > state.length) {
      int size = 2 * cells;
      state = Arrays.copyOf(state, size);
      emission = Arrays.copyOf(emission, size);
      forward = Arrays.copyOf(forward, size);
    }
    if (length + 2 > cellStart.length) {
      cellStart = Arrays.copyOf(cellStart, 2 * length + 2);
      scale = Arrays.copyOf(scale, cellStart.length);
    }
  }

  /** Forward probabilities of the last token's cells; returns the sum by which they are divided. */
  private double step(int from, int to) {
    if (length == 1) {
      for (int i = from; i < to; i++) {
        forward[i] = chain.start()[state[i]];
      }
    } else {
      Arrays.fill(forward, from, to, 0);
      double[] transitions = chain.transitions();
      for (int j = cellStart[length - 2]; j < from; j++) {
        double a = forward[j];
        int row = state[j] * chain.stateCount();
        for (int i = from; i < to; i++) {
          forward[i] += a * transitions[row + state[i]];
        }
      }
    }
    double sum = timesEmissions(from, to);
    if (sum > 0) {
      divide(from, to, sum);
      return sum;
    }
    Arrays.fill(forward, from, to, 1);
    divide(from, to, timesEmissions(from, to));
    return 0;
  }

  private double timesEmissions(int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      forward[i] *= emission[i];
      sum += forward[i];
    }
    return sum;
  }

  private void divide(int from, int to, double sum) {
    for (int i = from; i < to; i++) {
      forward[i] /= sum;
    }
  }

  /**
   * Makes the backward steps.
   *
   * @param out {@code [T×K]} at least: the posterior of each state of each token; overwritten
   */
  void posteriors(double[] out) {
    int k = chain.stateCount();
    backward = Workspace.ensure(backward, cellStart[length]);
    Arrays.fill(out, 0, length * k, 0);
    for (int t = length - 1; t >= 0; t--) {
      int from = cellStart[t];
      int to = cellStart[t + 1];
      if (t == length - 1 || scale[t + 1] == 0) {
        Arrays.fill(backward, from, to, 1);
      } else {
        pull(from, to, cellStart[t + 2]);
      }
      restart(from, to);
      for (int i = from; i < to; i++) {
        out[t * k + state[i]] = forward[i] * backward[i];
        backward[i] *= t == 0 || scale[t] == 0 ? 1 : emission[i] / scale[t];
      }
    }
  }

  /** Where probabilities are too small for numbers, what follows tells nothing. */
  private void restart(int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += forward[i] * backward[i];
    }
    if (!(Math.abs(sum - 1) < LARGEST_ERROR)) {
      Arrays.fill(backward, from, to, 1);
    }
  }

  /** Backward probabilities of cells from those of the next token, which end at {@code end}. */
  private void pull(int from, int to, int end) {
    double[] transitions = chain.transitions();
    for (int j = from; j < to; j++) {
      int row = state[j] * chain.stateCount();
      double sum = 0;
      for (int i = to; i < end; i++) {
        sum += transitions[row + state[i]] * backward[i];
      }
      backward[j] = sum;
    }
  }
}
