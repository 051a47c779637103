package org.gpchain.core.likelihood;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.core.workspace.Workspace;

/** Random scores of a sentence and random labels of its tokens. */
public record DrawnSentence(int labelCount, double[] unary, double[] pairwise, int[] labels) {
  /** So many tokens and labels; scores of the given standard deviation. */
  public static DrawnSentence of(Draws draws, int v, int t, double scale) {
    double[] unary = draws.normals(t * v, scale);
    return new DrawnSentence(v, unary, draws.normals(v * v, scale), draws.indices(t, v));
  }

  /** Of any size, with scores of ordinary size or far apart. */
  public static DrawnSentence any(Draws draws) {
    int v = draws.between(1, 5);
    return of(draws, v, draws.between(1, 12), draws.oneOf(0.1, 1.0, 500.0));
  }

  /** With arrays of its own. */
  public DrawnSentence copy() {
    return new DrawnSentence(labelCount, unary.clone(), pairwise.clone(), labels.clone());
  }

  /** The same with some values behind the last score. */
  public DrawnSentence longer() {
    double[] longer = Arrays.copyOf(unary, unary.length + 7);
    Arrays.fill(longer, unary.length, longer.length, Double.NaN);
    return new DrawnSentence(labelCount, longer, pairwise, labels);
  }

  /** {@code log p(labels)}. */
  public double value(SequenceLikelihood likelihood, Workspace workspace) {
    return likelihood.logLikelihood(unary, pairwise, labels, workspace);
  }

  /** The gradients with respect to both scores, and the value. */
  public double[][] gradients(DifferentiableLikelihood likelihood, Workspace workspace) {
    double[][] out = {filled(labels.length * labelCount), filled(pairwise.length), new double[1]};
    out[2][0] =
        likelihood.logLikelihoodAndGradient(unary, pairwise, labels, workspace, out[0], out[1]);
    return out;
  }

  /** The lattice of its scores. */
  public Lattice lattice(MarginalInference inference, Workspace workspace) {
    return inference.lattice(unary, pairwise, labels.length, workspace);
  }

  /** An output that is yet to be written. */
  public static double[] filled(int size) {
    double[] values = new double[size];
    Arrays.fill(values, Double.NaN);
    return values;
  }
}
