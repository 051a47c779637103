package org.gpchain.internal.training.hmm;

import java.util.Arrays;
import java.util.List;
import org.gpchain.internal.core.math.ScaledSums;

/**
 * Expected counts of a batch of sentences, with K states and W words. In the transitions, the start
 * is the last row, after the K rows of the states.
 */
final class ExpectedCounts {
  final int stateCount;

  /** Expected number of transitions from a state (row) to the next state, {@code [(K+1)×K]}. */
  final double[] transitions;

  /** Logarithm of the probability that a transition never occurs, {@code [(K+1)×K]}. */
  final double[] logAbsence;

  /** Expected number of times that a state emits a word, {@code [W×K]}; 0 for unseen words. */
  final double[] emissions;

  /** Log-likelihood of the sentences under the weights of the local step. */
  double logLikelihood;

  /** Number of sentences. */
  long sentences;

  private final int[] seen;
  private final boolean[] isSeen;
  private int seenCount;

  /** Creates counts of 0. */
  ExpectedCounts(int states, int words) {
    stateCount = states;
    transitions = new double[(states + 1) * states];
    logAbsence = new double[(states + 1) * states];
    emissions = new double[words * states];
    seen = new int[words];
    isSeen = new boolean[words];
  }

  /** Sets all counts to 0. */
  void clear() {
    for (int i = 0; i < seenCount; i++) {
      Arrays.fill(emissions, seen[i] * stateCount, (seen[i] + 1) * stateCount, 0);
      isSeen[seen[i]] = false;
    }
    seenCount = 0;

    Arrays.fill(transitions, 0);
    Arrays.fill(logAbsence, 0);
    logLikelihood = 0;
    sentences = 0;
  }

  /**
   * Adds the posterior of a token's state.
   *
   * @param posterior array with the probabilities of the K states
   * @param from index of the first probability
   */
  void addToken(int word, double[] posterior, int from) {
    if (!isSeen[word]) {
      isSeen[word] = true;
      seen[seenCount++] = word;
    }
    ScaledSums.add(1, posterior, from, stateCount, emissions, word * stateCount);
  }

  /** Returns the numbers of the distinct words in the order of their first tokens; a new array. */
  int[] seen() {
    return Arrays.copyOf(seen, seenCount);
  }

  /** Adds the transitions and absences of other counts, but not their emissions. */
  void addTransitions(ExpectedCounts other) {
    ScaledSums.add(1, other.transitions, transitions.length, transitions);
    ScaledSums.add(1, other.logAbsence, logAbsence.length, logAbsence);
    sentences += other.sentences;
  }

  /** Returns the arrays that {@link #addTransitions} changes; not copies. */
  List<double[]> sums() {
    return List.of(transitions, logAbsence);
  }
}
