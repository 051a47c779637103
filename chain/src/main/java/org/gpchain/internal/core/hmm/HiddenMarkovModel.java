package org.gpchain.internal.core.hmm;

import org.gpchain.internal.core.math.Checks;

/**
 * A hidden Markov model of the words of sentences: a Markov chain of K states, each with a
 * distribution over W words. The weights need not be normalized, because variational inference runs
 * the same recursions on surrogate parameters whose rows add up to less than one. The arrays are
 * shared with the caller, not copied, and must not be modified.
 *
 * @param start weight of each state at the first token, {@code [K]}
 * @param transitions weight of the transition from a state (row) to the next state (column), {@code
 *     [K×K]} row-major
 * @param emissions weight of a word (row) in each state (column), {@code [W×K]} row-major
 */
public record HiddenMarkovModel(double[] start, double[] transitions, double[] emissions) {
  /** Checks the shapes. */
  public HiddenMarkovModel {
    int k = Checks.atLeast("start.length", start.length, 1);
    Checks.length("transitions", transitions.length, (long) k * k, "[K×K]");
    Checks.length("emissions", emissions.length % k, 0, "modulo K [W×K]");
  }

  /** Returns the number of states K. */
  public int stateCount() {
    return start.length;
  }

  /** Returns the number of words W. */
  public int wordCount() {
    return emissions.length / start.length;
  }
}
