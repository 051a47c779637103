package org.gpchain.core.words;

import java.util.Arrays;
import org.gpchain.core.hmm.HiddenMarkovModel;
import org.gpchain.core.hmm.HmmParameters;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Workspace;

/**
 * A hidden Markov model in little space: most words have few states that could give them. For each
 * word the largest emission probabilities are kept; no other state gives that word. A word that has
 * none of them tells nothing of its state. Immutable.
 */
public final class WordStates {
  /** Emissions smaller than this share of the word's largest are not kept one by one. */
  private static final double SMALLEST_SHARE = 0.002;

  /** Of probabilities that are stored in single precision. */
  private static final double ROUNDING = 1e-5;

  private final HmmParameters chain;
  private final int[] rowStart;
  private final byte[] states;
  private final float[] emissions;

  /**
   * States from their parts.
   *
   * @param start {@code [K]}; kept
   * @param transitions {@code [K×K]} row-major; kept
   * @param rowStart {@code [W+1]}: word w has the entries {@code [rowStart[w], rowStart[w+1])};
   *     kept
   * @param states state of each entry, K at most 256, as unsigned bytes; kept
   * @param emissions probability with which that state gives the word; kept
   */
  public WordStates(
      double[] start, double[] transitions, int[] rowStart, byte[] states, float[] emissions) {
    chain = HmmParameters.of(start, transitions, new double[0]);
    if (start.length > 256) {
      throw new IllegalArgumentException("at most 256 states, had " + start.length);
    }
    int entries = rowStart[rowStart.length - 1];
    for (int w = 1; w < rowStart.length; w++) {
      Checks.atLeast("rowStart", rowStart[w], rowStart[w - 1]);
    }
    Checks.length("states", states.length, entries, "[entries]");
    Checks.length("emissions", emissions.length, entries, "[entries]");
    this.rowStart = rowStart;
    this.states = states;
    this.emissions = emissions;
    for (int i = 0; i < entries; i++) {
      Checks.index("a state", states[i] & 0xFF, start.length);
      Checks.positive("an emission", emissions[i]);
      checkProbability("an emission", emissions[i]);
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
  public static WordStates of(HiddenMarkovModel model) {
    HmmParameters full = model.parameters();
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

  /** Number of states K. */
  public int stateCount() {
    return chain.stateCount();
  }

  /** Number of words W. */
  public int wordCount() {
    return rowStart.length - 1;
  }

  /** Probability of each state at the first token, {@code [K]}; not to be modified. */
  public double[] start() {
    return chain.start();
  }

  /** Probabilities of transitions, {@code [K×K]}; not to be modified. */
  public double[] transitions() {
    return chain.transitions();
  }

  /** Where the entries of each word begin, {@code [W+1]}; not to be modified. */
  public int[] rowStart() {
    return rowStart;
  }

  /** The states of the entries; not to be modified. */
  public byte[] states() {
    return states;
  }

  /** The emission probabilities of the entries; not to be modified. */
  public float[] emissions() {
    return emissions;
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
    lattice.begin(chain);
    for (int word : words) {
      lattice.add(states, emissions, rowStart[word], rowStart[word + 1]);
    }
    lattice.posteriors(out);
  }
}
