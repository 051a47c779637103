package org.gpchain.core.words;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.gpchain.core.text.WordColumns;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.hmm.HiddenMarkovModel;
import org.gpchain.internal.core.math.Checks;

/**
 * A compact hidden Markov model of words. It stores only the largest emission probabilities of each
 * word, because most words are probable in few states; all other states have the probability 0. A
 * word without stored probabilities gives no information about its state. The arrays are shared
 * with the caller, not copied, and must not be modified.
 *
 * @param start probability of each state at the first token, {@code [K]}, K at most 256
 * @param transitions probability of the next state (column) after a state (row), {@code [K×K]}
 *     row-major
 * @param rowStart {@code [W+1]}: word w has the entries {@code [rowStart[w], rowStart[w+1])}
 * @param states state of each entry, as an unsigned byte, ascending for each word
 * @param emissions probability of the entry's word in the entry's state
 */
public record WordStates(
    double[] start, double[] transitions, int[] rowStart, byte[] states, float[] emissions) {
  /** Smallest emission probability that is stored, as a share of the word's largest one. */
  private static final double SMALLEST_SHARE = 0.002;

  /** Tolerance for rounding errors of probabilities that are stored in single precision. */
  private static final double ROUNDING = 1e-5;

  /** Maximum number of states, since a state is stored in a byte. */
  private static final int MAX_STATES = 256;

  /** Checks the shapes and probabilities. */
  public WordStates {
    Checks.atLeast("start.length", start.length, 1);
    Checks.length("transitions", transitions.length, (long) start.length * start.length, "[K×K]");
    if (start.length > MAX_STATES) {
      throw new IllegalArgumentException(
          "there can be at most " + MAX_STATES + " states, had " + start.length);
    }
    int entries = rowStart[rowStart.length - 1];
    for (int w = 1; w < rowStart.length; w++) {
      Checks.atLeast("rowStart", rowStart[w], rowStart[w - 1]);
    }
    Checks.length("states", states.length, entries, "[entries]");
    Checks.length("emissions", emissions.length, entries, "[entries]");
    for (int w = 1; w < rowStart.length; w++) {
      int leastState = 0;
      for (int i = rowStart[w - 1]; i < rowStart[w]; i++) {
        int state = states[i] & 0xFF;
        // There can be millions of entries, so the checks with messages run only for bad ones.
        boolean isValidState = leastState <= state && state < start.length;
        if (!(isValidState && emissions[i] > 0 && emissions[i] <= 1)) {
          Checks.index("a state", state, start.length);
          Checks.atLeast("a state after smaller ones of its word", state, leastState);
          Checks.positive("an emission", emissions[i]);
          checkProbability("an emission", emissions[i]);
        }
        leastState = state + 1;
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

  /** Returns the compact form of a model. */
  public static WordStates of(HiddenMarkovModel full) {
    int k = full.stateCount();
    double[] fullEmissions = full.emissions();
    int[] rowStart = new int[full.wordCount() + 1];
    byte[] states = new byte[fullEmissions.length];
    float[] emissions = new float[fullEmissions.length];
    int used = 0;

    for (int w = 0; w < full.wordCount(); w++) {
      double least = 0;
      for (int state = 0; state < k; state++) {
        least = Math.max(least, SMALLEST_SHARE * fullEmissions[w * k + state]);
      }
      for (int state = 0; state < k; state++) {
        if (fullEmissions[w * k + state] > least) {
          states[used] = (byte) state;
          emissions[used++] = (float) fullEmissions[w * k + state];
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

  /**
   * Returns the words with the largest emission probabilities of each state. It takes time linear
   * in the number of entries, of which there can be millions.
   *
   * @param words the words to choose from, in the order of their numbers
   * @param count maximum number of words for each state; at least 1
   */
  List<List<String>> commonest(List<String> words, int count) {
    List<PriorityQueue<Emission>> largestOfState = new ArrayList<>();
    for (int state = 0; state < stateCount(); state++) {
      largestOfState.add(new PriorityQueue<>(Emission.FROM_SMALLEST));
    }
    for (int word = 0; word < words.size(); word++) {
      for (int i = rowStart[word]; i < rowStart[word + 1]; i++) {
        PriorityQueue<Emission> largest = largestOfState.get(states[i] & 0xFF);
        // Of equal probabilities, those of the first words are kept.
        if (largest.size() < count) {
          largest.add(new Emission(word, emissions[i]));
        } else if (emissions[i] > largest.element().probability()) {
          largest.remove();
          largest.add(new Emission(word, emissions[i]));
        }
      }
    }

    List<List<String>> commonest = new ArrayList<>();
    for (PriorityQueue<Emission> largest : largestOfState) {
      commonest.add(
          largest.stream()
              .sorted(Emission.FROM_SMALLEST.reversed())
              .map(emission -> words.get(emission.word()))
              .toList());
    }
    return commonest;
  }

  /** The emission probability of a word, given by its number, in some state. */
  private record Emission(int word, float probability) {
    static final Comparator<Emission> FROM_SMALLEST =
        Comparator.comparing(Emission::probability)
            .thenComparing(Emission::word, Comparator.reverseOrder());
  }

  /** Returns the number of states K. */
  public int stateCount() {
    return start.length;
  }

  /** Returns the number of words W. */
  public int wordCount() {
    return rowStart.length - 1;
  }

  /**
   * Returns the posterior probabilities of the states of each token of a sentence. If no state of a
   * word can follow any state of the previous word, the chain is restarted at that word.
   *
   * @param words word numbers of the sentence, {@code [T]}; not modified
   * @param least smallest probability that is returned
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
   * Scaled forward–backward (Rabiner 1989) over the few states that each token can have. A pair of
   * neighboring tokens takes as many steps as the product of their numbers of states, instead of
   * K². Not thread-safe.
   */
  private static final class SparseLattice {
    /** Largest distance from 1 of the sum of a token's posterior probabilities. */
    private static final double LARGEST_ERROR = 1e-3;

    /**
     * Smallest forward probability of a state that is followed further. The next words can hardly
     * ever make a less probable state probable again.
     */
    private static final double LEAST_FORWARD = 1e-5;

    /** The states of a word without stored probabilities: all of them. */
    private static final byte[] ALL = new byte[MAX_STATES];

    /** The emissions of a word without stored probabilities. */
    private static final float[] ONES = new float[MAX_STATES];

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

    /** The sum that normalizes each token's forward probabilities; 0 where the chain restarts. */
    private double[] scale = {};

    /** The state of each cell. */
    private int[] state = {};

    private double[] emission = {};
    private double[] forward = {};
    private double[] backward = {};

    /** The unnormalized forward probabilities of the token that is being added. */
    private final double[] reached = new double[MAX_STATES];

    /** Starts a new sentence. */
    void begin(WordStates states) {
      chain = states;
      length = 0;
    }

    /**
     * Adds a token and makes a step of the forward recursion.
     *
     * @param from index of the first entry of the token's word
     * @param to index after the last entry; {@code from} if the word has none
     */
    void add(int from, int to) {
      if (from < to) {
        add(chain.states, chain.emissions, from, to - from);
      } else {
        add(ALL, ONES, 0, chain.stateCount());
      }
    }

    private void add(byte[] states, float[] emissions, int first, int count) {
      ensure(count);
      reach(states, first, count);
      double sum = timesEmissions(emissions, first, count);
      if (sum > 0) {
        scale[length] = sum;
      } else {
        scale[length] = 0;
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

    /** Computes the probabilities of some states given the previous words. */
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

    /** Multiplies the probabilities by the emissions, and returns their sum. */
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

    /** Runs the backward recursion, and returns the posteriors of at least {@code least}. */
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
        checkSum(from, to);

        for (int i = from; i < to; i++) {
          forward[i] *= backward[i];
          if (t > 0 && scale[t] != 0) {
            backward[i] *= emission[i] / scale[t];
          }
        }
      }
      return probablePosteriors(least);
    }

    /** Returns the posteriors, which {@link #forward} holds after the backward recursion. */
    private WordColumns.Coded probablePosteriors(double least) {
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

    /**
     * Ignores the next words if underflow made the posteriors of a token useless, that is, if they
     * do not add up to 1.
     */
    private void checkSum(int from, int to) {
      double sum = 0;
      for (int i = from; i < to; i++) {
        sum += forward[i] * backward[i];
      }
      if (!(Math.abs(sum - 1) < LARGEST_ERROR)) {
        Arrays.fill(backward, from, to, 1);
      }
    }

    /**
     * Computes the backward probabilities of the cells {@code [from, to)} from the cells of the
     * next token, {@code [to, end)}.
     */
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
