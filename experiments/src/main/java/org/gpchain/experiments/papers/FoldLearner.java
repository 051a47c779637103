package org.gpchain.experiments.papers;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.gpchain.experiments.data.GpstructData;

/** Learns on the training sentences of a fold, and predicts its test sentences. */
@FunctionalInterface
interface FoldLearner {
  /**
   * Learns and predicts.
   *
   * @param fold number of the fold, from 1; the labels of its test sentences are not looked at
   * @param bench threads, seed, and who is told what there is to say
   * @param stages is given at stages of learning what would be predicted then, in the form of what
   *     is returned; computed when it is asked for, which must be at once
   * @return for each test sentence the marginals {@code p(y_t = v)}, {@code [T×V]} row-major
   */
  double[][] marginals(
      GpstructData data,
      int fold,
      PaperRow row,
      FoldBench bench,
      Consumer<Supplier<double[][]>> stages);
}
