package org.gpchain.internal.training.hyper;

import java.util.Arrays;
import org.gpchain.internal.core.chain.BruteForce;

/** The likelihood of a sentence and its gradient, by enumeration of all label sequences. */
public final class ChainEnumeration {
  private final double logLikelihood;
  private final double[] unaryGradient;
  private final double[] pairwiseGradient;

  /** Enumerates. */
  public ChainEnumeration(double[] unary, double[] pairwise, int[] labels, int labelCount) {
    BruteForce all = new BruteForce(unary, pairwise, labels.length, labelCount);
    this.logLikelihood = all.score(labels) - all.logPartition();
    this.unaryGradient = all.marginals();
    this.pairwiseGradient = all.expectedTransitions();
    Arrays.setAll(unaryGradient, i -> -unaryGradient[i]);
    Arrays.setAll(pairwiseGradient, i -> -pairwiseGradient[i]);
    for (int t = 0; t < labels.length; t++) {
      unaryGradient[t * labelCount + labels[t]] += 1;
      if (t > 0) {
        pairwiseGradient[labels[t - 1] * labelCount + labels[t]] += 1;
      }
    }
  }

  /** {@code log p(y)} of the labels. */
  public double logLikelihood() {
    return logLikelihood;
  }

  /** Gold labels less marginals, {@code [T×V]}. */
  public double[] unaryGradient() {
    return unaryGradient;
  }

  /** Gold transitions less expected ones, {@code [V×V]}. */
  public double[] pairwiseGradient() {
    return pairwiseGradient;
  }
}
