package org.gpchain.experiments.gpstruct;

import java.io.IOException;
import org.gpchain.experiments.data.GpstructData;

/** Learns on the training sentences of a fold, and predicts its test sentences. */
@FunctionalInterface
interface FoldLearner {
  /**
   * Learns and predicts.
   *
   * @param data of the task
   * @param fold number of the fold, from 1; the labels of its test sentences are not looked at
   * @param settings of the experiment
   * @param stages is told of what is learned on the way
   * @return for each test sentence the marginals {@code p(y_t = v)}, {@code [T×V]} row-major
   * @throws IOException if a checkpoint cannot be read or written
   */
  double[][] marginals(GpstructData data, int fold, GpstructSettings settings, Stages stages)
      throws IOException;
}
