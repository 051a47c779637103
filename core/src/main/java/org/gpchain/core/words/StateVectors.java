package org.gpchain.core.words;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Vectors of words from hidden states: the square roots of how probable each state is for the word
 * by itself. They have length 1, and the product of two of them is the Bhattacharyya coefficient of
 * the words' distributions over states. Immutable.
 */
public final class StateVectors {
  /** Steps towards the stationary distribution. */
  private static final int STEPS = 200;

  private final WordStates states;
  private final double[] frequency;

  /** The vectors that these states give. */
  public StateVectors(WordStates states) {
    this.states = states;
    frequency = stationary(states);
  }

  /** The frequency of each state in a long text, {@code [K]}: π with π = π A. */
  private static double[] stationary(WordStates states) {
    int k = states.stateCount();
    double[] transitions = states.transitions();
    double[] now = states.start().clone();
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

  /** The length of a vector, the number of states K. */
  public int dimension() {
    return frequency.length;
  }

  /** Whether a state gives the word, so that its vector is not zero. */
  public boolean knows(int word) {
    return IntStream.range(states.rowStart()[word], states.rowStart()[word + 1])
        .anyMatch(i -> frequency[states.states()[i] & 0xFF] > 0);
  }

  /**
   * The vector of a word, {@code [K]}: √p(k | w) with p(k | w) ∝ p(w | k) π_k. All zero if no state
   * gives the word.
   */
  public double[] of(int word) {
    double[] vector = new double[dimension()];
    double sum = 0;
    for (int i = states.rowStart()[word]; i < states.rowStart()[word + 1]; i++) {
      int state = states.states()[i] & 0xFF;
      vector[state] = states.emissions()[i] * frequency[state];
      sum += vector[state];
    }
    if (sum > 0) {
      double scale = 1 / sum;
      Arrays.setAll(vector, state -> Math.sqrt(scale * vector[state]));
    }
    return vector;
  }
}
