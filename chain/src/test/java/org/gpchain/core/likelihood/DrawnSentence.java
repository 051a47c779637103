package org.gpchain.core.likelihood;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.core.workspace.Workspace;

/**
 * A sentence with random scores and labels.
 *
 * @param labelCount number of labels V
 * @param unary scores of the labels of each token, {@code [T×V]}, or more numbers
 * @param pairwise scores of transitions, {@code [V×V]}
 * @param labels label of each token, {@code [T]}
 */
public record DrawnSentence(int labelCount, double[] unary, double[] pairwise, int[] labels) {
  /**
   * Returns a sentence with normally distributed scores.
   *
   * @param v number of labels
   * @param t number of tokens
   * @param scale standard deviation of the scores
   */
  public static DrawnSentence of(Draws draws, int v, int t, double scale) {
    double[] unary = draws.normals(t * v, scale);
    return new DrawnSentence(v, unary, draws.normals(v * v, scale), draws.indices(t, v));
  }

  /** Returns a sentence of random size with small, ordinary or very large scores. */
  public static DrawnSentence any(Draws draws) {
    int v = draws.between(1, 5);
    return of(draws, v, draws.between(1, 12), draws.oneOf(0.1, 1.0, 500.0));
  }

  /** Returns a copy that shares no arrays. */
  public DrawnSentence copy() {
    return new DrawnSentence(labelCount, unary.clone(), pairwise.clone(), labels.clone());
  }

  /** Returns the same sentence with NaN after the last unary score. */
  public DrawnSentence longer() {
    double[] longer = Arrays.copyOf(unary, unary.length + 7);
    Arrays.fill(longer, unary.length, longer.length, Double.NaN);
    return new DrawnSentence(labelCount, longer, pairwise, labels);
  }

  /** Returns {@code log p(labels)}. */
  public double value(SequenceLikelihood likelihood, Workspace workspace) {
    return likelihood.logLikelihood(unary, pairwise, labels, workspace);
  }

  /**
   * Returns the gradients with respect to the unary and the pairwise scores, and an array with the
   * log-likelihood.
   */
  public double[][] gradients(DifferentiableLikelihood likelihood, Workspace workspace) {
    double[][] out = {filled(labels.length * labelCount), filled(pairwise.length), new double[1]};
    out[2][0] =
        likelihood.logLikelihoodAndGradient(unary, pairwise, labels, workspace, out[0], out[1]);
    return out;
  }

  /** Returns the lattice of the scores. */
  public Lattice lattice(MarginalInference inference, Workspace workspace) {
    return inference.lattice(unary, pairwise, labels.length, workspace);
  }

  /** Returns an output array filled with NaN, so that numbers that aren't written are found. */
  public static double[] filled(int size) {
    double[] values = new double[size];
    Arrays.fill(values, Double.NaN);
    return values;
  }
}
