package org.gpchain.core.hmm;

import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Workspace;

/**
 * A hidden Markov model of the words of sentences: a Markov chain of K states, each with a
 * distribution over W words.
 *
 * @param parameters whose start, rows of transitions and columns of emissions each add up to one
 */
public record HiddenMarkovModel(HmmParameters parameters) {
  private static final double TOLERANCE = 1e-6;

  public HiddenMarkovModel {
    int k = parameters.stateCount();
    int words = parameters.wordCount();
    checkSum("start", parameters.start(), 0, 1, k);
    for (int state = 0; state < k; state++) {
      checkSum("transitions of state " + state, parameters.transitions(), state * k, 1, k);
      checkSum("emissions of state " + state, parameters.emissions(), state, k, words);
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
   * @param words numbers of words of many sentences: those of this one are {@code [from, to)}; not
   *     modified
   */
  public double logLikelihood(int[] words, int from, int to, Workspace workspace) {
    return workspace
        .scratch(StateLattice.class, StateLattice::new)
        .run(parameters, words, from, to);
  }
}
