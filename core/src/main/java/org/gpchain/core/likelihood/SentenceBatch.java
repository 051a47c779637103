package org.gpchain.core.likelihood;

import org.gpchain.core.workspace.Workspace;

/**
 * The likelihood of the labels of many sentences together, for callers that ask for it very often
 * with scores that move along lines or ellipses.
 *
 * <p>Not thread-safe: it has scratch space of its own.
 */
public final class SentenceBatch {
  private final SequenceLikelihood likelihood;
  private final int[][] labels;
  private final Workspace workspace = new Workspace();
  private double[] unary = {};

  /**
   * @param labels gold labels of each sentence; kept
   */
  public SentenceBatch(SequenceLikelihood likelihood, int[][] labels) {
    this.likelihood = likelihood;
    this.labels = labels;
  }

  /**
   * Returns {@code Σ_n log p(y_n | f_n, g)} for {@code f = a·f₁ + b·f₂}, or negative infinity if it
   * is less than {@code least} or no number. What a likelihood is a probability of is discrete, so
   * no sentence adds more than 0: a sum that has fallen too low is not completed.
   *
   * @param first f₁ of all tokens, sentence after sentence, {@code [N×V]} row-major; not modified
   * @param second f₂, of the same shape; not modified
   * @param pairwise g, {@code [V×V]}; not modified
   */
  public double logLikelihood(
      double[] first, double a, double[] second, double b, double[] pairwise, double least) {
    double sum = 0;
    int start = 0;
    for (int[] sentence : labels) {
      int length = sentence.length * likelihood.labelCount();
      unary = Workspace.ensure(unary, length);
      for (int i = 0; i < length; i++) {
        unary[i] = a * first[start + i] + b * second[start + i];
      }
      start += length;
      sum += likelihood.logLikelihood(unary, pairwise, sentence, workspace);
      // In positive form: an end to sums that are not a number, too.
      if (!(sum >= least)) {
        return Double.NEGATIVE_INFINITY;
      }
    }
    return sum;
  }
}
