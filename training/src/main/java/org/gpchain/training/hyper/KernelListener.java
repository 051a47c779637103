package org.gpchain.training.hyper;

/** Is told of each round of kernel learning. */
@FunctionalInterface
public interface KernelListener {
  /** A listener that does not listen. */
  KernelListener SILENT = (round, rounds, variances) -> {};

  /**
   * Called after each round.
   *
   * @param round number of the round, from 1
   * @param rounds how many there will be
   * @param variances that were tried in this round, and their loss
   */
  void onRound(int round, int rounds, LearnedVariances variances);
}
