package org.gpchain.experiments.papers;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.gpchain.experiments.data.GpstructData;

/** A method that learns from the training sentences of a fold and predicts its test sentences. */
@FunctionalInterface
interface FoldLearner {
  /**
   * Trains and predicts.
   *
   * @param data the task
   * @param fold number of the fold, from 1; the gold labels of its test sentences are not used
   * @param row the row of the table, with the settings
   * @param bench threads, seed, and receiver of messages
   * @param stages receives intermediate predictions during learning, in the format of the result.
   *     They are computed when the receiver calls the supplier, which it must do immediately.
   * @return for each test sentence, the marginals {@code p(y_t = v)}, {@code [T×V]}, row-major
   */
  double[][] marginals(
      GpstructData data,
      int fold,
      PaperRow row,
      FoldBench bench,
      Consumer<Supplier<double[][]>> stages);
}
