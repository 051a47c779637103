package org.gpchain.core.words;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.gpchain.core.hmm.HiddenMarkovModel;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Workspace;

/**
 * A hidden Markov model in little space: most words have few states that could give them. For each
 * word the largest emission probabilities are kept; no other state gives that word. A word that has
 * none of them tells nothing of its state. The arrays are kept, and must not be modified.
 *
 * @param start probability of each state at the first token, {@code [K]}, K at most 256
 * @param transitions {@code [K×K]} row-major
 * @param rowStart {@code [W+1]}: word w has the entries {@code [rowStart[w], rowStart[w+1])}
 * @param states state of each entry, as unsigned bytes
 * @param emissions probability with which that state gives the word
 */
public record WordStates(
    double[] start, double[] transitions, int[] rowStart, byte[] states, float[] emissions) {
  /** Emissions smaller than this share of the word's largest are not kept one by one. */
  private static final double SMALLEST_SHARE = 0.002;

  /** Steps towards the stationary distribution. */
  private static final int STEPS = 200;

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
    for (int i = 0; i < entries; i++) {
      int state = states[i] & 0xFF;
      // There are millions, and calls take longer than what they check.
      if (!(state < start.length && emissions[i] > 0 && emissions[i] <= 1)) {
        Checks.index("a state", state, start.length);
        Checks.positive("an emission", emissions[i]);
        checkProbability("an emission", emissions[i]);
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
   * Vectors of words: the square roots of how probable each state is for the word by itself, √p(k |
   * w) with p(k | w) ∝ p(w | k) π_k, {@code [K]}. They have length 1, or 0 if no state gives the
   * word; the product of two of them is the Bhattacharyya coefficient of the words' distributions
   * over states.
   */
  public IntFunction<double[]> vectors() {
    double[] frequency = stationary();
    return word -> {
      double[] vector = new double[start.length];
      double sum = 0;
      for (int i = rowStart[word]; i < rowStart[word + 1]; i++) {
        int state = states[i] & 0xFF;
        vector[state] = emissions[i] * frequency[state];
        sum += vector[state];
      }
      double scale = sum > 0 ? 1 / sum : 0;
      Arrays.setAll(vector, state -> Math.sqrt(scale * vector[state]));
      return vector;
    };
  }

  /** The frequency of each state in a long text, {@code [K]}: π with π = π A. */
  private double[] stationary() {
    int k = start.length;
    double[] now = start.clone();
    for (int step = 0; step < STEPS; step++) {
      double[] next = new double[k];
      for (int from = 0; from < k; from++) {
        for (int to = 0; to < k; to++) {
          // Half of the way: chains that alternate come to rest too.
          next[to] += 0.5 * now[from] * transitions[from * k + to];
        }
        next[from] += 0.5 * now[from];
      }
      now = next;
    }
    return now;
  }

  /**
   * The posterior probability of each state of each token of a sentence. Where none of a word's
   * states can follow any of the word before, the chain begins anew.
   *
   * @param words numbers of its words, {@code [T]}; not modified
   * @param out {@code [T×K]} at least; overwritten
   */
  public void smooth(int[] words, Workspace workspace, double[] out) {
    SparseLattice lattice = workspace.scratch(SparseLattice.class, SparseLattice::new);
    lattice.begin(this);
    for (int word : words) {
      lattice.add(rowStart[word], rowStart[word + 1]);
    }
    lattice.posteriors(out);
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
      int count = from == to ? chain.stateCount() : to - from;
      ensure(count);
      int here = cellStart[length];
      for (int i = 0; i < count; i++) {
        state[here + i] = from == to ? i : chain.states[from + i] & 0xFF;
        emission[here + i] = from == to ? 1 : chain.emissions[from + i];
      }
      cellStart[++length] = here + count;
      scale[length - 1] = step(here, here + count);
      cellStart[length] = withoutImprobable(here, here + count);
    }

    /** Moves the cells worth keeping together; returns their end. */
    private int withoutImprobable(int from, int to) {
      int end = from;
      for (int i = from; i < to; i++) {
        if (forward[i] >= LEAST_FORWARD) {
          state[end] = state[i];
          emission[end] = emission[i];
          forward[end++] = forward[i];
        }
      }
      return end;
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

    /**
     * Forward probabilities of the last token's cells; returns the sum by which they are divided.
     */
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
