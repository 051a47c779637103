package org.gpchain.training.mcmc;

import org.gpchain.core.likelihood.SequenceLikelihood;
import org.gpchain.core.math.Workspace;
import org.gpchain.training.data.LabeledRows;

/**
 * The log-likelihood of all sentences of a corpus. Since that of a sentence is the logarithm of a
 * probability, and so not positive, a sum that has fallen below what is needed need not be
 * completed. Not thread-safe: each chain has its own.
 */
final class ChainLikelihood {
  private final SequenceLikelihood likelihood;
  private final int[][] labels;
  private final int[] sentenceStart;
  private final Workspace workspace = new Workspace();
  private double[] unary = {};

  ChainLikelihood(SequenceLikelihood likelihood, LabeledRows corpus) {
    this.likelihood = likelihood;
    this.sentenceStart = corpus.sentenceStart();
    this.labels = new int[corpus.sentenceCount()][];
    for (int n = 0; n < labels.length; n++) {
      labels[n] = corpus.labelsOf(n);
    }
  }

  /**
   * Returns {@code Σ_n log p(y_n | f_n, g)}, or negative infinity if it is less than {@code least}.
   *
   * @param scores f of all tokens, {@code [N×V]} row-major; not modified
   * @param pairwise g, {@code [V×V]}; not modified
   */
  double of(double[] scores, double[] pairwise, double least) {
    int v = likelihood.labelCount();
    double sum = 0;
    for (int n = 0; n < labels.length; n++) {
      int length = labels[n].length * v;
      unary = Workspace.ensure(unary, length);
      System.arraycopy(scores, sentenceStart[n] * v, unary, 0, length);
      sum += likelihood.logLikelihood(unary, pairwise, labels[n], workspace);
      // In positive form: an end to sums that are not a number, too.
      if (!(sum >= least)) {
        return Double.NEGATIVE_INFINITY;
      }
    }
    return sum;
  }
}
