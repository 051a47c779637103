package org.gpchain.core.hmm;

import org.gpchain.core.math.Checks;

/**
 * The weights of a hidden Markov model with K states. They need not be normalised: variational
 * inference runs the same recursions on surrogate parameters whose rows add up to less than one.
 * The arrays are kept, and must not be modified.
 *
 * @param start weight of each state at the first token, {@code [K]}
 * @param transitions from a state (row) to the next, {@code [K×K]} row-major
 * @param emissions weight with which each state gives a word (row), {@code [W×K]} row-major
 */
public record HmmParameters(double[] start, double[] transitions, double[] emissions) {
  public HmmParameters {
    int k = Checks.atLeast("start.length", start.length, 1);
    Checks.length("transitions", transitions.length, (long) k * k, "[K×K]");
    if (emissions.length % k != 0) {
      throw new IllegalArgumentException(
          "emissions must have shape [W×K] with K = " + k + ", had " + emissions.length);
    }
  }

  /** Number of states K. */
  public int stateCount() {
    return start.length;
  }

  /** Number of words W. */
  public int wordCount() {
    return emissions.length / start.length;
  }
}
