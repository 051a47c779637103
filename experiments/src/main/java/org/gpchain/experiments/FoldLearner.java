package org.gpchain.experiments;

import java.io.IOException;
import org.gpchain.training.data.LabeledRows;

/** Learns on the training sentences of a fold, and predicts its test sentences. */
@FunctionalInterface
interface FoldLearner {
  /**
   * Learns and predicts.
   *
   * @param train training sentences; not modified
   * @param groupOfFeature the feature group of each column, {@code [D]}, numbered from 0 without
   *     gaps; not modified
   * @param test test sentences over the same columns, whose labels are not to be looked at; not
   *     modified
   * @param context settings
   * @return for each test sentence the marginals {@code p(y_t = v)}, {@code [T×V]} row-major
   * @throws IOException if a checkpoint cannot be read or written
   */
  double[][] marginals(
      LabeledRows train, int[] groupOfFeature, LabeledRows test, FoldContext context)
      throws IOException;
}
