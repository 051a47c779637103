package org.gpchain.internal.training.hmm;

import java.util.Arrays;
import java.util.List;
import org.gpchain.internal.core.math.ScaledSums;

/**
 * Expected counts of a batch of sentences, with K states and W words. The start is a row of its own
 * after those of the states.
 */
final class ExpectedCounts {
  final int stateCount;

  /** Transitions, {@code [(K+1)×K]}, from a state (row) to the next. */
  final double[] transitions;

  /** Logarithm of the probability that a transition is never made, {@code [(K+1)×K]}. */
  final double[] logAbsence;

  /**
   * The number of times that a state gives a word, {@code [W×K]}; rows of words that were not seen
   * are 0.
   */
  final double[] emissions;

  /** Log-likelihood of the sentences under the weights of the local step. */
  double logLikelihood;

  long sentences;

  private final int[] seen;
  private final boolean[] isSeen;
  private int seenCount;

  ExpectedCounts(int states, int words) {
    stateCount = states;
    transitions = new double[(states + 1) * states];
    logAbsence = new double[(states + 1) * states];
    emissions = new double[words * states];
    seen = new int[words];
    isSeen = new boolean[words];
  }

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

  /** Adds the posterior of one token's states, {@code [K]} of an array. */
  void addToken(int word, double[] posterior, int from) {
    if (!isSeen[word]) {
      isSeen[word] = true;
      seen[seenCount++] = word;
    }
    ScaledSums.add(1, posterior, from, stateCount, emissions, word * stateCount);
  }

  /** The numbers of the different words, in the order in which they were seen. */
  int[] seen() {
    return Arrays.copyOf(seen, seenCount);
  }

  /** Adds the transitions and absences of others; not their emissions. */
  void addTransitions(ExpectedCounts other) {
    ScaledSums.add(1, other.transitions, transitions.length, transitions);
    ScaledSums.add(1, other.logAbsence, logAbsence.length, logAbsence);
    sentences += other.sentences;
  }

  /** What {@link #addTransitions} adds up; shared. */
  List<double[]> sums() {
    return List.of(transitions, logAbsence);
  }
}
