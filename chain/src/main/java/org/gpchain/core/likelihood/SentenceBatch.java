package org.gpchain.core.likelihood;

import org.gpchain.core.workspace.Workspace;

/**
 * The joint log likelihood of many sentences, for samplers that evaluate it often, each time for a
 * different linear combination of the same two score vectors.
 *
 * <p>Not thread-safe, because it holds scratch space.
 */
public final class SentenceBatch {
  private final SequenceLikelihood likelihood;
  private final int[][] labels;
  private final Workspace workspace = new Workspace();
  private double[] unary = {};

  /**
   * Unary scores {@code f = a·f₁ + b·f₂} of all tokens, sentence after sentence.
   *
   * @param first f₁, {@code [tokens×V]} row-major; not modified
   * @param a factor of f₁
   * @param second f₂, of the same shape; not modified
   * @param b factor of f₂
   */
  public record Combination(double[] first, double a, double[] second, double b) {
    /** Returns given scores, {@code [tokens×V]}, as a combination. */
    public static Combination of(double[] scores) {
      return new Combination(scores, 1, scores, 0);
    }

    private void write(int start, int length, double[] out) {
      for (int i = 0; i < length; i++) {
        out[i] = a * first[start + i] + b * second[start + i];
      }
    }
  }

  /**
   * Creates a batch.
   *
   * @param labels gold labels of each sentence; kept, not copied
   */
  public SentenceBatch(SequenceLikelihood likelihood, int[][] labels) {
    this.likelihood = likelihood;
    this.labels = labels;
  }

  /**
   * Returns {@code Σ_n log p(y_n | f_n, g)}, or negative infinity if the sum is less than {@code
   * least} or NaN. Labels are discrete, so the log likelihood of a sentence is at most 0. The
   * remaining sentences are therefore skipped as soon as the sum is too low.
   *
   * @param scores f
   * @param pairwise g, {@code [V×V]}; not modified
   * @param least smallest sum that the caller distinguishes from negative infinity
   */
  public double logLikelihood(Combination scores, double[] pairwise, double least) {
    double sum = 0;
    int start = 0;

    for (int[] sentence : labels) {
      int length = sentence.length * likelihood.labelCount();
      unary = Workspace.ensure(unary, length);
      scores.write(start, length, unary);
      start += length;

      sum += likelihood.logLikelihood(unary, pairwise, sentence, workspace);
      // Not written as sum < least, so that NaN ends the loop, too.
      if (!(sum >= least)) {
        return Double.NEGATIVE_INFINITY;
      }
    }
    return sum;
  }
}
