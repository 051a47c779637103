package org.gpchain.experiments.papers;

import java.util.function.Supplier;
import org.gpchain.experiments.data.GpstructData;

/** Learns on the training sentences of a fold, and predicts its test sentences. */
@FunctionalInterface
interface FoldLearner {
  /** Is told while a method still learns. */
  @FunctionalInterface
  interface Stages {
    /** Nobody listens. */
    Stages NONE = marginals -> {};

    /**
     * A stage of learning is reached.
     *
     * @param marginals what would be predicted now for each test sentence, {@code [T×V]} row-major;
     *     computed when it is asked for, which must be before this method returns
     */
    void reached(Supplier<double[][]> marginals);
  }

  /**
   * Learns and predicts.
   *
   * @param data of the task
   * @param fold number of the fold, from 1; the labels of its test sentences are not looked at
   * @param row what to learn with
   * @param bench threads, seed, and who is told what there is to say
   * @param stages is told of what is learned on the way
   * @return for each test sentence the marginals {@code p(y_t = v)}, {@code [T×V]} row-major
   */
  double[][] marginals(GpstructData data, int fold, PaperRow row, FoldBench bench, Stages stages);
}
