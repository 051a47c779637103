package org.gpchain.experiments.graybox;

import java.util.List;
import org.gpchain.core.likelihood.LabelConstraints;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.likelihood.MarginalInference;
import org.gpchain.core.math.LogSumExp;
import org.gpchain.core.math.Workspace;

/**
 * Inference over a chain whose factors were learned one by one, by the piecewise pseudo-likelihood.
 * Each factor has learned its labels' frequencies, so that their product would count them once for
 * each factor: a unary factor is {@code p(y_t | x)}, a pairwise one {@code p(a, b)}. What belongs
 * together is {@code Π_t p(y_t | x) / p(y_t) · Π_t p(y_t, y_{t+1}) / Π_inner p(y_t)}, which is the
 * product of the unary factors with the pairwise ones relative to independence,
 *
 * <pre>{@code
 * g'(a, b) = log p(a, b) / (p(a) p(b)),   p(a, b) = exp g(a, b) / Σ exp g
 * }</pre>
 *
 * @param chain inference over the product
 */
record PiecewiseInference(MarginalInference chain) implements MarginalInference {
  @Override
  public int labelCount() {
    return chain.labelCount();
  }

  @Override
  public Lattice lattice(
      double[] unary,
      double[] pairwise,
      int length,
      LabelConstraints allowed,
      Workspace workspace) {
    return chain.lattice(unary, relativeToIndependence(pairwise), length, allowed, workspace);
  }

  @Override
  public double bestPath(
      double[] unary,
      double[] pairwise,
      int length,
      LabelConstraints allowed,
      Workspace workspace,
      int[] pathOut) {
    return chain.bestPath(
        unary, relativeToIndependence(pairwise), length, allowed, workspace, pathOut);
  }

  @Override
  public List<int[]> bestPaths(
      double[] unary, double[] pairwise, int length, LabelConstraints allowed, int count) {
    return chain.bestPaths(unary, relativeToIndependence(pairwise), length, allowed, count);
  }

  /** {@code g − log Σ_b exp g(a, b) − log Σ_a exp g(a, b) + log Σ exp g}, {@code [V×V]}. */
  double[] relativeToIndependence(double[] pairwise) {
    int v = labelCount();
    double all = LogSumExp.of(pairwise, 0, v * v);
    double[] out = new double[v * v];
    double[] column = new double[v];
    for (int b = 0; b < v; b++) {
      for (int a = 0; a < v; a++) {
        column[a] = pairwise[a * v + b];
      }
      double to = LogSumExp.of(column, 0, v);
      for (int a = 0; a < v; a++) {
        out[a * v + b] = pairwise[a * v + b] - to + all;
      }
    }
    for (int a = 0; a < v; a++) {
      double from = LogSumExp.of(pairwise, a * v, (a + 1) * v);
      for (int b = 0; b < v; b++) {
        out[a * v + b] -= from;
      }
    }
    return out;
  }
}
