package org.gpchain.core.hmm;

import org.gpchain.core.math.Checks;

/**
 * The weights of a hidden Markov model with K states. They need not be normalised: variational
 * inference runs the same recursions on surrogate parameters whose rows add up to less than one.
 * Immutable; the arrays are kept, and must not be modified afterwards.
 */
public final class HmmParameters {
  private final int stateCount;
  private final double[] start;
  private final double[] transitions;
  private final double[] transposed;
  private final double[] emissions;

  private HmmParameters(
      int stateCount,
      double[] start,
      double[] transitions,
      double[] transposed,
      double[] emissions) {
    this.stateCount = stateCount;
    this.start = start;
    this.transitions = transitions;
    this.transposed = transposed;
    this.emissions = emissions;
  }

  /**
   * Parameters from their parts.
   *
   * @param start {@code [K]}, weight of each state at the first token; kept
   * @param transitions {@code [K×K]} row-major, from a state (row) to the next; kept
   * @param emissions {@code [W×K]} row-major, the weight with which each state gives a word; kept
   */
  public static HmmParameters of(double[] start, double[] transitions, double[] emissions) {
    int k = Checks.atLeast("start.length", start.length, 1);
    Checks.length("transitions", transitions.length, (long) k * k, "[K×K]");
    checkEmissions(emissions, k);
    double[] transposed = new double[transitions.length];
    for (int from = 0; from < k; from++) {
      for (int to = 0; to < k; to++) {
        transposed[to * k + from] = transitions[from * k + to];
      }
    }
    return new HmmParameters(k, start, transitions, transposed, emissions);
  }

  /**
   * The same chain with other emissions.
   *
   * @param others {@code [W×K]} row-major; kept
   */
  public HmmParameters withEmissions(double[] others) {
    checkEmissions(others, stateCount);
    return new HmmParameters(stateCount, start, transitions, transposed, others);
  }

  private static void checkEmissions(double[] emissions, int states) {
    if (emissions.length % states != 0) {
      throw new IllegalArgumentException(
          "emissions must have shape [W×K] with K = " + states + ", had " + emissions.length);
    }
  }

  /** Number of states K. */
  public int stateCount() {
    return stateCount;
  }

  /** Number of words W. */
  public int wordCount() {
    return emissions.length / stateCount;
  }

  /** Weight of each state at the first token, {@code [K]}; not to be modified. */
  public double[] start() {
    return start;
  }

  /** Weights from a state (row) to the next, {@code [K×K]} row-major; not to be modified. */
  public double[] transitions() {
    return transitions;
  }

  /** Weight with which each state gives a word (row), {@code [W×K]}; not to be modified. */
  public double[] emissions() {
    return emissions;
  }

  /** The transpose of the transitions. */
  double[] transposedTransitions() {
    return transposed;
  }
}
