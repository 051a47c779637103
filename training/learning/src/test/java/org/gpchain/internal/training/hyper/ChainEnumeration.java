package org.gpchain.internal.training.hyper;

import java.util.Arrays;
import org.gpchain.internal.core.chain.BruteForce;

/** Computes the likelihood of a sentence and its gradient by enumerating all label sequences. */
public final class ChainEnumeration {
  private final double logLikelihood;
  private final double[] unaryGradient;
  private final double[] pairwiseGradient;

  /** Enumerates the label sequences of a sentence. */
  public ChainEnumeration(double[] unary, double[] pairwise, int[] labels, int labelCount) {
    BruteForce enumeration = new BruteForce(unary, pairwise, labels.length, labelCount);
    this.logLikelihood = enumeration.score(labels) - enumeration.logPartition();
    this.unaryGradient = enumeration.marginals();
    this.pairwiseGradient = enumeration.expectedTransitions();
    Arrays.setAll(unaryGradient, i -> -unaryGradient[i]);
    Arrays.setAll(pairwiseGradient, i -> -pairwiseGradient[i]);
    for (int t = 0; t < labels.length; t++) {
      unaryGradient[t * labelCount + labels[t]] += 1;
      if (t > 0) {
        pairwiseGradient[labels[t - 1] * labelCount + labels[t]] += 1;
      }
    }
  }

  /** Returns {@code log p(y)} of the labels. */
  public double logLikelihood() {
    return logLikelihood;
  }

  /** Returns the gold labels minus their marginals, {@code [T×V]}. */
  public double[] unaryGradient() {
    return unaryGradient;
  }

  /** Returns the gold transitions minus the expected transitions, {@code [V×V]}. */
  public double[] pairwiseGradient() {
    return pairwiseGradient;
  }
}
