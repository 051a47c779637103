package org.gpchain.core.words;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.text.WordColumns;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.hmm.HiddenMarkovModel;
import org.gpchain.internal.core.math.Checks;

/**
 * A hidden Markov model in little space: most words have few states that could give them. For each
 * word the largest emission probabilities are kept; no other state gives that word. A word that has
 * none of them tells nothing of its state. The arrays are kept, and must not be modified.
 *
 * @param start probability of each state at the first token, {@code [K]}, K at most 256
 * @param transitions {@code [K×K]} row-major
 * @param rowStart {@code [W+1]}: word w has the entries {@code [rowStart[w], rowStart[w+1])}
 * @param states state of each entry, as unsigned bytes, ascending for each word
 * @param emissions probability with which that state gives the word
 */
public record WordStates(
    double[] start, double[] transitions, int[] rowStart, byte[] states, float[] emissions) {
  /** Emissions smaller than this share of the word's largest are not kept one by one. */
  private static final double SMALLEST_SHARE = 0.002;

  /** Of probabilities that are stored in single precision. */
  private static final double ROUNDING = 1e-5;

  public WordStates {
    Checks.atLeast("start.length", start.length, 1);
    Checks.length("transitions", transitions.length, (long) start.length * start.length, "[K×K]");
    if (start.length > 256) {
      throw new IllegalArgumentException("at most 256 states, had " + start.length);
    }
    int entries = rowStart[rowStart.length - 1];
    for (int w = 1; w < rowStart.length; w++) {
      Checks.atLeast("rowStart", rowStart[w], rowStart[w - 1]);
    }
    Checks.length("states", states.length, entries, "[entries]");
    Checks.length("emissions", emissions.length, entries, "[entries]");
    for (int w = 1; w < rowStart.length; w++) {
      int least = 0;
      for (int i = rowStart[w - 1]; i < rowStart[w]; i++) {
        int state = states[i] & 0xFF;
        // There are millions, and calls take longer than what they check.
        if (!(least <= state && state < start.length && emissions[i] > 0 && emissions[i] <= 1)) {
          Checks.index("a state", state, start.length);
          Checks.atLeast("a state after smaller ones of its word", state, least);
          Checks.positive("an emission", emissions[i]);
          checkProbability("an emission", emissions[i]);
        }
        least = state + 1;
      }
    }
    for (double probability : start) {
      checkProbability("a probability of the first state", probability);
    }
    for (double probability : transitions) {
      checkProbability("a probability of the next state", probability);
    }
  }

  private static void checkProbability(String name, double value) {
    if (!(value >= 0 && value <= 1 + ROUNDING)) {
      throw new IllegalArgumentException(name + " must be in [0, 1], was " + value);
    }
  }

  /** A model in little space. */
  public static WordStates of(HiddenMarkovModel full) {
    int k = full.stateCount();
    double[] all = full.emissions();
    int[] rowStart = new int[full.wordCount() + 1];
    byte[] states = new byte[all.length];
    float[] emissions = new float[all.length];
    int used = 0;
    for (int w = 0; w < full.wordCount(); w++) {
      double least = 0;
      for (int state = 0; state < k; state++) {
        least = Math.max(least, SMALLEST_SHARE * all[w * k + state]);
      }
      for (int state = 0; state < k; state++) {
        if (all[w * k + state] > least) {
          states[used] = (byte) state;
          emissions[used++] = (float) all[w * k + state];
        }
      }
      rowStart[w + 1] = used;
    }
    return new WordStates(
        full.start(),
        full.transitions(),
        rowStart,
        Arrays.copyOf(states, used),
        Arrays.copyOf(emissions, used));
  }

  /** The words that each state gives most often, of those given, {@code count} at most. */
  List<List<String>> commonest(List<String> words, int count) {
    List<List<Integer>> entries = new ArrayList<>();
    int[] wordOf = new int[states.length];
    IntStream.range(0, stateCount()).forEach(state -> entries.add(new ArrayList<>()));
    for (int word = 0; word < words.size(); word++) {
      for (int i = rowStart[word]; i < rowStart[word + 1]; i++) {
        wordOf[i] = word;
        entries.get(states[i] & 0xFF).add(i);
      }
    }
    return entries.stream()
        .map(
            ofState ->
                ofState.stream()
                    .sorted(Comparator.comparing(i -> -emissions[i]))
                    .limit(count)
                    .map(i -> words.get(wordOf[i]))
                    .toList())
        .toList();
  }

  public int stateCount() {
    return start.length;
  }

  public int wordCount() {
    return rowStart.length - 1;
  }

  /**
   * The posterior probabilities of the states of each token of a sentence. Where none of a word's
   * states can follow any of the word before, the chain begins anew.
   *
   * @param words numbers of its words, {@code [T]}; not modified
   * @param least smaller probabilities are left out
   */
  public WordColumns.Coded probable(int[] words, double least, Workspace workspace) {
    SparseLattice lattice = workspace.scratch(SparseLattice.class, SparseLattice::new);
    lattice.begin(this);
    for (int word : words) {
      lattice.add(rowStart[word], rowStart[word + 1]);
    }
    return lattice.posteriors(least);
  }

  /**
   * Forward–backward (Rabiner 1989, with his scaling) over the few states that each token can have:
   * the work for a pair of neighbours is the product of the numbers of their states, not K².
   * Scratch space of one thread.
   */
  private static final class SparseLattice {
    /** Of a sum of posterior probabilities. */
    private static final double LARGEST_ERROR = 1e-3;

    /**
     * States that are less probable after the words before them are left out: the words after them
     * hardly ever make up for it.
     */
    private static final double LEAST_FORWARD = 1e-5;

    /** The states of a word that could have any, and how probable it is in each. */
    private static final byte[] ALL = new byte[256];

    private static final float[] ONES = new float[256];

    static {
      for (int state = 0; state < ALL.length; state++) {
        ALL[state] = (byte) state;
        ONES[state] = 1;
      }
    }

    private WordStates chain;
    private int length;

    /** {@code [T+1]}: token t has the cells {@code [cellStart[t], cellStart[t+1])}. */
    private int[] cellStart = new int[1];

    /** The normalising sum of each token; 0 where the chain begins anew. */
    private double[] scale = {};

    private int[] state = {};
    private double[] emission = {};
    private double[] forward = {};
    private double[] backward = {};

    /** Of the states of the word that is being added. */
    private final double[] reached = new double[256];

    void begin(WordStates states) {
      chain = states;
      length = 0;
    }

    /**
     * Adds a token, and makes a forward step.
     *
     * @param from the first entry of the token's word
     * @param to the entry after its last one; if there is none, all states are equally likely to
     *     give it
     */
    void add(int from, int to) {
      boolean isKnown = from < to;
      byte[] states = isKnown ? chain.states : ALL;
      float[] emissions = isKnown ? chain.emissions : ONES;
      int first = isKnown ? from : 0;
      int count = isKnown ? to - from : chain.stateCount();
      ensure(count);
      reach(states, first, count);
      double sum = timesEmissions(emissions, first, count);
      scale[length] = sum > 0 ? sum : 0;
      if (!(sum > 0)) {
        Arrays.fill(reached, 0, count, 1);
        sum = timesEmissions(emissions, first, count);
      }
      int end = cellStart[length];
      for (int i = 0; i < count; i++) {
        double probability = reached[i] / sum;
        if (probability >= LEAST_FORWARD) {
          state[end] = states[first + i] & 0xFF;
          emission[end] = emissions[first + i];
          forward[end++] = probability;
        }
      }
      cellStart[++length] = end;
    }

    /** Finds how probable some states are after the words so far. */
    private void reach(byte[] states, int first, int count) {
      if (length == 0) {
        for (int i = 0; i < count; i++) {
          reached[i] = chain.start()[states[first + i] & 0xFF];
        }
        return;
      }
      Arrays.fill(reached, 0, count, 0);
      double[] transitions = chain.transitions();
      for (int j = cellStart[length - 1]; j < cellStart[length]; j++) {
        double a = forward[j];
        int row = state[j] * chain.stateCount();
        for (int i = 0; i < count; i++) {
          reached[i] += a * transitions[row + (states[first + i] & 0xFF)];
        }
      }
    }

    private double timesEmissions(float[] emissions, int first, int count) {
      double sum = 0;
      for (int i = 0; i < count; i++) {
        reached[i] *= emissions[first + i];
        sum += reached[i];
      }
      return sum;
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

    /** Makes the backward steps. */
    WordColumns.Coded posteriors(double least) {
      backward = Workspace.ensure(backward, cellStart[length]);
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
          forward[i] *= backward[i];
          backward[i] *= t == 0 || scale[t] == 0 ? 1 : emission[i] / scale[t];
        }
      }
      int[] starts = new int[length + 1];
      int used = 0;
      for (int t = 0; t < length; t++) {
        for (int i = cellStart[t]; i < cellStart[t + 1]; i++) {
          if (forward[i] >= least) {
            state[used] = state[i];
            forward[used++] = Math.min(1, forward[i]);
          }
        }
        starts[t + 1] = used;
      }
      return new WordColumns.Coded(
          starts, Arrays.copyOf(state, used), Arrays.copyOf(forward, used));
    }

    /** If probabilities are too small for numbers, later tokens tell nothing. */
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
}
