package org.gpchain.core.hmm;

import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Workspace;

/**
 * A hidden Markov model of the words of sentences: a Markov chain of K states, each with a
 * distribution over W words. Immutable; shared between threads.
 */
public final class HiddenMarkovModel {
  private static final double TOLERANCE = 1e-6;

  private final HmmParameters parameters;

  /**
   * A model with these distributions.
   *
   * @param parameters whose start, rows of transitions and columns of emissions each add up to one
   */
  public HiddenMarkovModel(HmmParameters parameters) {
    this.parameters = parameters;
    int k = parameters.stateCount();
    checkSum("start", parameters.start(), 0, 1, k);
    for (int state = 0; state < k; state++) {
      checkSum("transitions of state " + state, parameters.transitions(), state * k, 1, k);
      checkSum("emissions of state " + state, parameters.emissions(), state, k, wordCount());
    }
  }

  private static void checkSum(String name, double[] values, int first, int step, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += Checks.notNegative(name, values[first + i * step]);
    }
    if (!(Math.abs(sum - 1) <= TOLERANCE)) {
      throw new IllegalArgumentException(name + " must add up to 1, was " + sum);
    }
  }

  /** Its distributions. */
  public HmmParameters parameters() {
    return parameters;
  }

  /** Number of states K. */
  public int stateCount() {
    return parameters.stateCount();
  }

  /** Number of words W. */
  public int wordCount() {
    return parameters.wordCount();
  }

  /**
   * Log-likelihood of a sentence.
   *
   * @param words numbers of words of many sentences; not modified
   */
  public double logLikelihood(int[] words, int from, int to, Workspace workspace) {
    return lattice(workspace).run(parameters, words, from, to);
  }

  /**
   * The posterior probability of each state of each token, given the whole sentence.
   *
   * @param words numbers of the words of the sentence; not modified
   * @param out {@code [T×K]}; overwritten
   * @return the log-likelihood of the sentence
   */
  public double smooth(int[] words, Workspace workspace, double[] out) {
    StateLattice lattice = lattice(workspace);
    double logLikelihood = lattice.run(parameters, words, 0, words.length);
    lattice.posteriors(out, 0);
    return logLikelihood;
  }

  private static StateLattice lattice(Workspace workspace) {
    return workspace.scratch(StateLattice.class, StateLattice::new);
  }
}
