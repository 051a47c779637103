package org.gpchain.internal.training.hmm;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.SharedStateContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.internal.core.hmm.HiddenMarkovModel;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.ScaledSums;

/**
 * Current estimates of the expected counts of a whole corpus: transitions n between K states, with
 * the start as the last row, and emissions c of W words.
 *
 * <p>A step shrinks the counts of all words, although a small batch has few of them. Therefore, the
 * emissions are stored as a table and a common factor, and a step writes only the rows of the words
 * in the batch.
 */
final class GlobalCounts {
  /** Minimum common factor, below which the factor is multiplied into the table. */
  private static final double SMALLEST_FACTOR = 1e-100;

  private final int stateCount;
  private final int wordCount;

  /** Counts of transitions, {@code [(K+1)×K]}. */
  private final double[] transitions;

  /** Sums of the rows of the transitions, {@code [K+1]}. */
  final double[] fromTotals;

  /** Counts of emissions divided by the common factor, {@code [W×K]}. */
  private final double[] emissions;

  /** Sums of the columns of the emissions, {@code [K]}. */
  final double[] stateTotals;

  /** Common factor of the emissions, {@code [1]}. */
  private final double[] factor = {1};

  /**
   * Creates counts.
   *
   * @param states number of states K
   * @param transitions {@code [(K+1)×K]}; not copied
   * @param emissions {@code [W×K]}; not copied
   */
  GlobalCounts(int states, double[] transitions, double[] emissions) {
    Checks.length("transitions", transitions.length, (states + 1L) * states, "[(K+1)×K]");
    stateCount = states;
    wordCount = emissions.length / states;
    this.transitions = transitions;
    this.emissions = emissions;
    fromTotals = new double[states + 1];
    stateTotals = new double[states];
    sumTransitions();
    for (int i = 0; i < emissions.length; i++) {
      stateTotals[i % states] += emissions[i];
    }
  }

  /**
   * Draws random counts from exponential distributions whose means distribute all tokens evenly
   * among words, states and transitions (as Hoffman et al. 2013 suggest).
   */
  static GlobalCounts random(int states, EncodedText sentences, long seed) {
    int words = sentences.wordCount();
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    double tokens = sentences.tokenCount();
    double starts = sentences.sentenceCount();
    SharedStateContinuousSampler exponential = ZigguratSampler.Exponential.of(random);

    double[] transitions = new double[(states + 1) * states];
    double transitionMean = (tokens - starts) / states / states;
    double startMean = starts / states;
    for (int i = 0; i < transitions.length; i++) {
      double mean = i < states * states ? transitionMean : startMean;
      transitions[i] = mean * exponential.sample();
    }

    double[] emissions = new double[words * states];
    Arrays.setAll(emissions, i -> tokens / states / words * exponential.sample());
    return new GlobalCounts(states, transitions, emissions);
  }

  /** Returns counts of 0, whose {@link #state} can be overwritten. */
  static GlobalCounts none(int states, int words) {
    return new GlobalCounts(states, new double[(states + 1) * states], new double[words * states]);
  }

  private void sumTransitions() {
    for (int from = 0; from <= stateCount; from++) {
      double sum = 0;
      for (int to = 0; to < stateCount; to++) {
        sum += transitions[from * stateCount + to];
      }
      fromTotals[from] = sum;
    }
  }

  /** Returns the count of a transition. */
  double transition(int from, int to) {
    return transitions[from * stateCount + to];
  }

  /** Returns the count of an emission. */
  double emission(int word, int state) {
    return factor[0] * emissions[word * stateCount + state];
  }

  /**
   * Makes a step of size ρ: the new counts are (1 − ρ) times the old counts plus ρ times the counts
   * of a batch, scaled up to the corpus (Wang and Blunsom 2015, eqs. 11 and 12).
   *
   * @param batch expected counts of the batch; not modified
   * @param step ρ in (0, 1]
   * @param scale number of sentences of the corpus divided by the number of sentences of the batch
   */
  void blend(ExpectedCounts batch, double step, double scale) {
    double added = step * scale;
    Arrays.setAll(transitions, i -> (1 - step) * transitions[i] + added * batch.transitions[i]);
    sumTransitions();

    shrinkEmissions(1 - step);
    for (int word : batch.seen()) {
      int row = word * stateCount;
      for (int k = 0; k < stateCount; k++) {
        double more = added * batch.emissions[row + k];
        emissions[row + k] += more / factor[0];
        stateTotals[k] += more;
      }
    }
  }

  private void shrinkEmissions(double by) {
    ScaledSums.scale(by, stateTotals, 0, stateCount);
    factor[0] *= by;
    if (factor[0] < SMALLEST_FACTOR) {
      ScaledSums.scale(factor[0], emissions, 0, emissions.length);
      factor[0] = 1;
    }
  }

  /**
   * Returns the weights of a local step: g(count + prior) / g(sum of counts and priors of the row).
   *
   * @param prior pseudo-counts of the transitions
   * @param emissionPrior pseudo-count η of each word in each state
   * @param weight the function g
   * @param words words of the returned model, in this order; not modified
   */
  HiddenMarkovModel weights(
      TransitionPrior prior, double emissionPrior, DoubleUnaryOperator weight, int[] words) {
    int k = stateCount;
    double[] start = new double[k];
    double[] matrix = new double[k * k];
    for (int from = 0; from < k; from++) {
      addTransitionWeights(from, prior, weight, matrix, from * k);
    }
    addTransitionWeights(k, prior, weight, start, 0);

    double[] inverse = new double[k];
    for (int state = 0; state < k; state++) {
      inverse[state] = 1 / weight.applyAsDouble(stateTotals[state] + wordCount * emissionPrior);
    }
    double[] local = new double[words.length * k];
    for (int w = 0; w < words.length; w++) {
      for (int state = 0; state < k; state++) {
        local[w * k + state] =
            weight.applyAsDouble(emission(words[w], state) + emissionPrior) * inverse[state];
      }
    }
    return new HiddenMarkovModel(start, matrix, local);
  }

  /** Writes the weights of the transitions from a state, {@code [K]}, to a part of an array. */
  private void addTransitionWeights(
      int from, TransitionPrior prior, DoubleUnaryOperator weight, double[] out, int outStart) {
    double total = weight.applyAsDouble(fromTotals[from] + prior.total());
    for (int to = 0; to < stateCount; to++) {
      double count = transition(from, to) + prior.count(to);
      out[outStart + to] = weight.applyAsDouble(count) / total;
    }
  }

  /** Returns the posterior means of the parameters. */
  HiddenMarkovModel means(TransitionPrior prior, double emissionPrior) {
    int[] everyWord = IntStream.range(0, wordCount).toArray();
    return weights(prior, emissionPrior, DoubleUnaryOperator.identity(), everyWord);
  }

  /**
   * Returns all arrays on which later steps depend; not copies. The sums of the emissions are
   * included, because their rounding errors differ from the rounding errors of a new sum.
   */
  List<double[]> state() {
    return List.of(factor, transitions, fromTotals, emissions, stateTotals);
  }
}
