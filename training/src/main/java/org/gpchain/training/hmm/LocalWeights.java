package org.gpchain.training.hmm;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.gpchain.core.hmm.HiddenMarkovModel;
import org.gpchain.core.hmm.HmmParameters;

/**
 * Turns counts of the corpus into weights of states: the surrogate parameters of the local step,
 * and the posterior means that are the learned model.
 *
 * @param counts of the corpus
 * @param prior of the transitions
 * @param emissionPrior η
 */
record LocalWeights(GlobalCounts counts, TransitionPrior prior, double emissionPrior) {

  /**
   * The weights for a local step.
   *
   * @param weight g: a weight is g(count + prior) / g(sum of both over the row)
   * @param words whose emissions are wanted, in this order; not modified
   * @param wordCount how many
   */
  HmmParameters of(DoubleUnaryOperator weight, int[] words, int wordCount) {
    int k = counts.stateCount();
    double[] start = new double[k];
    double[] transitions = new double[k * k];
    for (int from = 0; from <= k; from++) {
      double total = weight.applyAsDouble(counts.fromTotal(from) + prior.total());
      double[] row = from < k ? transitions : start;
      int first = from < k ? from * k : 0;
      for (int to = 0; to < k; to++) {
        row[first + to] =
            weight.applyAsDouble(counts.transition(from, to) + prior.count(to)) / total;
      }
    }
    double[] inverse = new double[k];
    for (int state = 0; state < k; state++) {
      inverse[state] =
          1 / weight.applyAsDouble(counts.stateTotal(state) + counts.wordCount() * emissionPrior);
    }
    double[] emissions = new double[wordCount * k];
    for (int w = 0; w < wordCount; w++) {
      for (int state = 0; state < k; state++) {
        emissions[w * k + state] =
            weight.applyAsDouble(counts.emission(words[w], state) + emissionPrior) * inverse[state];
      }
    }
    return HmmParameters.of(start, transitions, emissions);
  }

  /** The posterior means of the parameters. */
  HiddenMarkovModel means() {
    int[] all = new int[counts.wordCount()];
    Arrays.setAll(all, w -> w);
    return new HiddenMarkovModel(of(DoubleUnaryOperator.identity(), all, all.length));
  }
}
