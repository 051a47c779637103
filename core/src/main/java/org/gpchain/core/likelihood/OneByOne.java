package org.gpchain.core.likelihood;

import java.util.Arrays;
import org.gpchain.core.math.Workspace;

/** A batch under a likelihood of which nothing is known: one sentence after the other. */
final class OneByOne implements SentenceBatch {
  private final SequenceLikelihood likelihood;
  private final int[][] labels;
  private final int scoreCount;
  private final Workspace workspace = new Workspace();
  private double[] unary = {};

  OneByOne(SequenceLikelihood likelihood, int[][] labels) {
    this.likelihood = likelihood;
    this.labels = labels;
    this.scoreCount =
        Arrays.stream(labels).mapToInt(one -> one.length).sum() * likelihood.labelCount();
  }

  @Override
  public int scoreCount() {
    return scoreCount;
  }

  @Override
  public void arrange(double[] scores, double[] out) {
    System.arraycopy(scores, 0, out, 0, scoreCount);
  }

  @Override
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
