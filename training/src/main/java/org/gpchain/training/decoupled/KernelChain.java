package org.gpchain.training.decoupled;

import org.gpchain.core.chain.LinearChain;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.hyper.KernelLearner;
import org.gpchain.training.hyper.KernelListener;
import org.gpchain.training.hyper.KernelSettings;
import org.gpchain.training.hyper.LearnedVariances;

/** Learns the variances of an additive linear kernel for a linear chain. */
public final class KernelChain {
  private KernelChain() {}

  /**
   * Learns.
   *
   * @param train the training sentences; not modified
   * @param groupOfFeature the feature group of each column, {@code [D]}; not modified
   * @param groupCount number of groups G
   * @param settings how
   * @param listener is told how it gets on
   */
  public static LearnedVariances learn(
      LabeledRows train,
      int[] groupOfFeature,
      int groupCount,
      KernelSettings settings,
      KernelListener listener) {
    return new KernelLearner(settings, listener)
        .learn(train, groupOfFeature, groupCount, new LinearChain(train.labelCount()));
  }
}
