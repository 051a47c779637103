package org.gpchain.core.words;

import java.util.Arrays;
import org.gpchain.core.hmm.HiddenMarkovModel;
import org.gpchain.core.hmm.HmmParameters;
import org.gpchain.core.hmm.StateLattice;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Workspace;

/**
 * A hidden Markov model in little space: most words have few states that could give them. For each
 * word the largest emission probabilities are kept; the others are the same for all words, so that
 * those of a state add up to one. Immutable.
 */
public final class WordStates {
  /** Emissions smaller than this share of the word's largest are not kept one by one. */
  private static final double SMALLEST_SHARE = 0.002;

  private final HmmParameters chain;
  private final int[] rowStart;
  private final byte[] states;
  private final float[] emissions;
  private final double[] rest;

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
    Checks.length("states", states.length, entries, "[entries]");
    Checks.length("emissions", emissions.length, entries, "[entries]");
    this.rowStart = rowStart;
    this.states = states;
    this.emissions = emissions;
    rest = new double[start.length];
    Arrays.fill(rest, 1);
    int[] kept = new int[start.length];
    for (int i = 0; i < entries; i++) {
      int state = Checks.index("a state", states[i] & 0xFF, start.length);
      rest[state] -= Checks.notNegative("an emission", emissions[i]);
      kept[state]++;
    }
    for (int k = 0; k < rest.length; k++) {
      // Never 0: a word may stand where none of its states can.
      rest[k] = Math.max(Double.MIN_NORMAL, rest[k]) / Math.max(1, wordCount() - kept[k]);
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

  /** Scratch space of one sentence. */
  private static final class Scratch {
    private final StateLattice lattice = new StateLattice();
    private int[] positions = {};
  }

  /**
   * The posterior probability of each state of each token of a sentence.
   *
   * @param words numbers of its words, {@code [T]}; not modified
   * @param out {@code [T×K]} at least; overwritten
   * @return the log-likelihood of the sentence
   */
  public double smooth(int[] words, Workspace workspace, double[] out) {
    Scratch scratch = workspace.scratch(Scratch.class, Scratch::new);
    int k = stateCount();
    // Each token has a row of its own: sentences hardly ever repeat words.
    double[] rows = new double[words.length * k];
    scratch.positions = Workspace.ensure(scratch.positions, words.length);
    for (int t = 0; t < words.length; t++) {
      scratch.positions[t] = t;
      System.arraycopy(rest, 0, rows, t * k, k);
      for (int i = rowStart[words[t]]; i < rowStart[words[t] + 1]; i++) {
        rows[t * k + (states[i] & 0xFF)] = emissions[i];
      }
    }
    double logLikelihood =
        scratch.lattice.run(chain.withEmissions(rows), scratch.positions, 0, words.length);
    scratch.lattice.posteriors(out, 0);
    return logLikelihood;
  }
}
