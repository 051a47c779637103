package org.gpchain.internal.training.hmm;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.numbers.gamma.Digamma;

/**
 * The prior of the transitions: a Dirichlet distribution with the same pseudo-counts α<sub>k</sub>
 * for the transitions from every state.
 *
 * <p>The pseudo-counts are either constant or, with a hierarchical Dirichlet process, learned. Then
 * they are G[α] G[β<sub>k</sub>] with α ~ Gamma(a, b), stick-breaking proportions v<sub>k</sub> ~
 * Beta(1, γ) of β, and γ ~ Gamma(c, d), truncated after K states (Teh, Kurihara and Welling 2008;
 * Wang and Blunsom 2015, eqs. 13 to 22). G is the geometric mean, exp(E[log]).
 */
final class TransitionPrior {
  /** Shapes a and c of the Gamma priors; vague, because the papers do not state their values. */
  private static final double SHAPE = 1;

  /** Rates b and d of the Gamma priors. */
  private static final double RATE = 0.1;

  private final int stateCount;

  /** Pseudo-counts α<sub>k</sub>, {@code [K]}. */
  private final double[] counts;

  /** Shape and rate of the posterior of α, {@code [2]}. */
  private final double[] alpha;

  /** Shape and rate of the posterior of γ, {@code [2]}. */
  private final double[] gamma;

  /** First parameters of the Beta posteriors of the sticks, {@code [K−1]}; the last stick is 1. */
  private final double[] broken;

  /** Second parameters of the Beta posteriors of the sticks, {@code [K−1]}. */
  private final double[] rest;

  /** Creates a prior with the same pseudo-count for each of K states. */
  TransitionPrior(int states, double count) {
    this(states, count, SHAPE / (count * states));
  }

  /** Returns pseudo-counts of 0, for maximum likelihood. */
  static TransitionPrior none(int states) {
    return new TransitionPrior(states, 0, 1);
  }

  private TransitionPrior(int states, double count, double rate) {
    stateCount = states;
    counts = new double[states];
    Arrays.fill(counts, count);

    // Initially, E[α] is the sum of the pseudo-counts, and β is uniform.
    alpha = new double[] {SHAPE, rate};
    gamma = new double[] {SHAPE, RATE};
    broken = new double[states - 1];
    rest = new double[states - 1];
    for (int k = 0; k < states - 1; k++) {
      broken[k] = 1;
      rest[k] = states - 1 - k;
    }
  }

  /** Returns the pseudo-count of a transition to a state. */
  double count(int state) {
    return counts[state];
  }

  /** Returns the sum of the pseudo-counts. */
  double total() {
    double sum = 0;
    for (double count : counts) {
      sum += count;
    }
    return sum;
  }

  /**
   * Makes a step toward the parameters of the Dirichlet process that are optimal for a large batch.
   * The batch is repeated until it has the size of the corpus.
   *
   * @param batch expected transitions of the batch and the probabilities of their absence; not
   *     modified
   * @param replicates number of repetitions of the batch
   * @param step step size in (0, 1]
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
        double presence = -Math.expm1(replicates * batch.logAbsence[cell]);
        customers += count;
        tables[to] += tables(counts[to], count, presence);
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
   * Returns the expected number of tables that serve a dish in a restaurant of the Chinese
   * restaurant franchise (eq. 19).
   *
   * @param prior G[α] G[β_k]
   * @param customers expected number of customers, E[n_jk]
   * @param present probability that there is at least one customer
   */
  static double tables(double prior, double customers, double present) {
    if (!(customers > 0 && present > 0)) {
      return 0;
    }
    double difference = Digamma.value(prior + customers / present) - Digamma.value(prior);
    return prior * present * difference;
  }

  /** Sets the pseudo-counts to G[α] G[β_k]. */
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

  /** Returns the arrays of learned parameters; not copies. */
  List<double[]> state() {
    return List.of(alpha, gamma, counts, broken, rest);
  }
}
