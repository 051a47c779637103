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
 * The expected counts of a whole corpus, as estimated so far: transitions n, with the start as the
 * row after those of the K states, and emissions c of W words.
 *
 * <p>A small batch has few words, but a step shrinks the counts of all: emissions are kept as a
 * factor times a table, and only the rows of the words seen are written.
 */
final class GlobalCounts {
  private static final double SMALLEST_FACTOR = 1e-100;

  private final int stateCount;
  private final int wordCount;

  /** {@code [(K+1)×K]}. */
  private final double[] transitions;

  /** {@code [K+1]}, sums of the rows. */
  final double[] fromTotals;

  /** {@code [W×K]}, to be multiplied by the factor. */
  private final double[] emissions;

  /** {@code [K]}, sums of the columns of the emissions. */
  final double[] stateTotals;

  private final double[] factor = {1};

  /**
   * @param states number of states K
   * @param transitions {@code [(K+1)×K]}; kept
   * @param emissions {@code [W×K]}; kept
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
   * A random start: exponential draws, which on average share all tokens evenly among words, states
   * and transitions (as Hoffman et al. 2013 suggest).
   */
  static GlobalCounts random(int states, EncodedText sentences, long seed) {
    int words = sentences.wordCount();
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    double tokens = sentences.tokenCount();
    double starts = sentences.sentenceCount();
    double[] transitions = new double[(states + 1) * states];
    SharedStateContinuousSampler exponential = ZigguratSampler.Exponential.of(random);
    for (int i = 0; i < transitions.length; i++) {
      double mean = i < states * states ? (tokens - starts) / states / states : starts / states;
      transitions[i] = mean * exponential.sample();
    }
    double[] emissions = new double[words * states];
    Arrays.setAll(emissions, i -> tokens / states / words * exponential.sample());
    return new GlobalCounts(states, transitions, emissions);
  }

  /** Nothing counted, to be read. */
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

  double transition(int from, int to) {
    return transitions[from * stateCount + to];
  }

  double emission(int word, int state) {
    return factor[0] * emissions[word * stateCount + state];
  }

  /**
   * A step: these counts become (1 − ρ) of what they were, and ρ times those of a batch, scaled up
   * to the corpus (Wang and Blunsom 2015, eqs. 11 and 12).
   *
   * @param batch expected counts of the batch; not modified
   * @param step ρ in (0, 1]
   * @param scale sentences of the corpus for each sentence of the batch
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
   * Weights of states for a local step.
   *
   * @param emissionPrior η
   * @param weight g: a weight is g(count + prior) / g(sum of both over the row)
   * @param words whose emissions are wanted, in this order; not modified
   */
  HiddenMarkovModel weights(
      TransitionPrior prior, double emissionPrior, DoubleUnaryOperator weight, int[] words) {
    int k = stateCount;
    double[] start = new double[k];
    double[] matrix = new double[k * k];
    for (int from = 0; from <= k; from++) {
      double total = weight.applyAsDouble(fromTotals[from] + prior.total());
      double[] row = from < k ? matrix : start;
      int first = from < k ? from * k : 0;
      for (int to = 0; to < k; to++) {
        row[first + to] = weight.applyAsDouble(transition(from, to) + prior.count(to)) / total;
      }
    }
    double[] inverse = new double[k];
    Arrays.setAll(
        inverse, s -> 1 / weight.applyAsDouble(stateTotals[s] + wordCount * emissionPrior));
    double[] local = new double[words.length * k];
    for (int w = 0; w < words.length; w++) {
      for (int state = 0; state < k; state++) {
        local[w * k + state] =
            weight.applyAsDouble(emission(words[w], state) + emissionPrior) * inverse[state];
      }
    }
    return new HiddenMarkovModel(start, matrix, local);
  }

  /** The posterior means of the parameters. */
  HiddenMarkovModel means(TransitionPrior prior, double emissionPrior) {
    int[] all = IntStream.range(0, wordCount).toArray();
    return weights(prior, emissionPrior, DoubleUnaryOperator.identity(), all);
  }

  /**
   * Everything that later steps depend on; shared. The sums of the columns have their own rounding,
   * which is not that of a new sum.
   */
  List<double[]> state() {
    return List.of(factor, transitions, fromTotals, emissions, stateTotals);
  }
}
