package org.gpchain.training.mcmc;

import org.gpchain.training.data.LabeledRows;

/** A sample of the posterior, as a function of any tokens. Immutable. */
public interface LatentSample {
  /** Transition scores g, {@code [V×V]}; not to be modified. */
  double[] pairwise();

  /**
   * The mean of a sentence's scores f* given this sample of f: the paper's "f* MAP" scheme.
   *
   * @param corpus over the features that were learned from; its labels are not looked at
   * @param sentence number of the sentence
   * @param out {@code [T×V]} row-major, may be longer; overwritten
   */
  void unary(LabeledRows corpus, int sentence, double[] out);
}
