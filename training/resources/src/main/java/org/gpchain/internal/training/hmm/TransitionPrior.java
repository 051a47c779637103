package org.gpchain.internal.training.hmm;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.numbers.gamma.Digamma;

/**
 * The prior of the transitions. Rows are Dirichlet with the same pseudo-counts α<sub>k</sub> from
 * every state, which either stay as they are or, with a hierarchical Dirichlet process, are learned
 * as G[α] G[β<sub>k</sub>]: α ~ Gamma(a, b), β by breaking sticks v<sub>k</sub> ~ Beta(1, γ), γ ~
 * Gamma(c, d), truncated after K states (Teh, Kurihara and Welling 2008; Wang and Blunsom 2015,
 * eqs. 13 to 22). G is the geometric mean, exp(E[log]).
 */
final class TransitionPrior {
  /** Vague: the papers' own values are not known. Shapes a and c, rates b and d. */
  private static final double SHAPE = 1;

  private static final double RATE = 0.1;

  private final int stateCount;
  private final double[] counts;

  /** Shapes and rates of α and γ. */
  private final double[] alpha;

  private final double[] gamma;

  /** {@code [K−1]}: parameters of the Beta distributions of the sticks; the last one is 1. */
  private final double[] broken;

  private final double[] rest;

  /** The same pseudo-count for each of K states. */
  TransitionPrior(int states, double count) {
    this(states, count, SHAPE / (count * states));
  }

  /** No prior, for maximum likelihood. */
  static TransitionPrior none(int states) {
    return new TransitionPrior(states, 0, 1);
  }

  private TransitionPrior(int states, double count, double rate) {
    stateCount = states;
    counts = new double[states];
    Arrays.fill(counts, count);
    // Where learning starts: E[α] is the sum of the pseudo-counts, and β is even.
    alpha = new double[] {SHAPE, rate};
    gamma = new double[] {SHAPE, RATE};
    broken = new double[states - 1];
    rest = new double[states - 1];
    for (int k = 0; k < states - 1; k++) {
      broken[k] = 1;
      rest[k] = states - 1 - k;
    }
  }

  /** The pseudo-count of a transition to a state. */
  double count(int state) {
    return counts[state];
  }

  /** The sum of the pseudo-counts. */
  double total() {
    double sum = 0;
    for (double count : counts) {
      sum += count;
    }
    return sum;
  }

  /**
   * A step towards what a large batch, repeated until it is as large as the corpus, says of the
   * Dirichlet process.
   *
   * @param batch its expected transitions and the probabilities of their absence; not modified
   * @param replicates how often it is repeated
   * @param step in (0, 1]
   */
  void learn(ExpectedCounts batch, double replicates, double step) {
    double[] tables = new double[stateCount];
    double logEta = 0;
    double meanAlpha = alpha[0] / alpha[1];
    for (int from = 0; from <= stateCount; from++) {
      double customers = 0;
      for (int to = 0; to < stateCount; to++) {
        int cell = from * stateCount + to;
        double count = replicates * batch.transitions[cell];
        customers += count;
        tables[to] += tables(counts[to], count, -Math.expm1(replicates * batch.logAbsence[cell]));
      }
      if (customers > 0) {
        logEta += Digamma.value(meanAlpha) - Digamma.value(meanAlpha + customers);
      }
    }
    double meanGamma = gamma[0] / gamma[1];
    double logRest = 0;
    double later = Arrays.stream(tables).sum();
    alpha[0] += step * (SHAPE + later - alpha[0]);
    alpha[1] += step * (RATE - logEta - alpha[1]);
    for (int k = 0; k < stateCount - 1; k++) {
      later -= tables[k];
      broken[k] += step * (1 + tables[k] - broken[k]);
      rest[k] += step * (meanGamma + Math.max(0, later) - rest[k]);
      logRest += Digamma.value(rest[k]) - Digamma.value(broken[k] + rest[k]);
    }
    gamma[0] += step * (SHAPE + stateCount - 1 - gamma[0]);
    gamma[1] += step * (RATE - logRest - gamma[1]);
    updateCounts();
  }

  /**
   * The expected number of tables that serve a dish in a restaurant (eq. 19).
   *
   * @param prior G[α] G[β_k]
   * @param customers E[n_jk]
   * @param present probability that there is any
   */
  static double tables(double prior, double customers, double present) {
    return customers > 0 && present > 0
        ? prior * present * (Digamma.value(prior + customers / present) - Digamma.value(prior))
        : 0;
  }

  private void updateCounts() {
    double geometric = Math.exp(Digamma.value(alpha[0])) / alpha[1];
    double logRest = 0;
    for (int k = 0; k < stateCount; k++) {
      double logStick = 0;
      if (k < stateCount - 1) {
        double whole = Digamma.value(broken[k] + rest[k]);
        logStick = Digamma.value(broken[k]) - whole;
        counts[k] = geometric * Math.exp(logRest + logStick);
        logRest += Digamma.value(rest[k]) - whole;
      } else {
        counts[k] = geometric * Math.exp(logRest);
      }
    }
  }

  /** What has been learned; shared. */
  List<double[]> state() {
    return List.of(alpha, gamma, counts, broken, rest);
  }
}
