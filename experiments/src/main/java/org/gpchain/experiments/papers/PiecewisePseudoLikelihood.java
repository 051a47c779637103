package org.gpchain.experiments.papers;

import org.gpchain.core.likelihood.SequenceLikelihood;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.LogSumExp;

/**
 * The piecewise pseudo-likelihood of the linear chain (Sutton and McCallum 2007; supplement, §5,
 * eq. 48–50): each factor on its own predicts each of its labels from the other ones,
 *
 * <pre>{@code
 * log p̃(y | f, g) = Σ_t log p(y_t | f) + Σ_{t>0} [log p(y_t | y_{t-1}, g) + log p(y_{t-1} | y_t, g)]
 * p(y_t = v | f)           = exp f(t, v) / Σ_c exp f(t, c)
 * p(y_t = b | y_{t-1} = a) = exp g(a, b) / Σ_c exp g(a, c)     (row a of g)
 * p(y_{t-1} = a | y_t = b) = exp g(a, b) / Σ_c exp g(c, b)     (column b of g)
 * }</pre>
 *
 * <p>Each factor learns the labels' frequencies on its own, so that the product of all would count
 * them three times. Relative to frequencies π, conditional probabilities of transitions are learned
 * with {@code g(a, b) + log π(a) + log π(b)} in place of g. A transition that data say nothing
 * about is then as likely as if labels did not depend on each other, and {@code Π_t p(y_t | f) Π_t
 * exp g(y_{t-1}, y_t)}, a linear chain of the same scores, counts frequencies once.
 *
 * <p>No sum over label sequences is needed. In return p̃ is not a distribution: its sum over all
 * sequences is at most one. A forbidden score (negative infinity) at a gold label gives negative
 * infinity, and NaN if nothing else is allowed in its place.
 */
final class PiecewisePseudoLikelihood implements SequenceLikelihood {
  private final int labelCount;

  /** {@code log π(a) + log π(b)}, {@code [V×V]}. */
  private final double[] independent;

  /**
   * @param logFrequencies {@code log π(v)}, {@code [V]}, up to a constant; zeros for the papers'
   *     own form; not modified
   */
  PiecewisePseudoLikelihood(double... logFrequencies) {
    this.labelCount = logFrequencies.length;
    this.independent = new double[labelCount * labelCount];
    for (int i = 0; i < independent.length; i++) {
      independent[i] = logFrequencies[i / labelCount] + logFrequencies[i % labelCount];
    }
  }

  @Override
  public int labelCount() {
    return labelCount;
  }

  @Override
  public double logLikelihood(
      double[] unary, double[] pairwise, int[] labels, Workspace workspace) {
    int v = labelCount;
    double[] row = new double[v];
    double[] column = new double[v];
    double value = 0;
    for (int t = 0; t < labels.length; t++) {
      value += unary[t * v + labels[t]] - LogSumExp.of(unary, t * v, (t + 1) * v);
      if (t > 0) {
        int from = labels[t - 1];
        int to = labels[t];
        for (int label = 0; label < v; label++) {
          row[label] = pairwise[from * v + label] + independent[from * v + label];
          column[label] = pairwise[label * v + to] + independent[label * v + to];
        }
        value += row[to] - LogSumExp.of(row, 0, v);
        value += row[to] - LogSumExp.of(column, 0, v);
      }
    }
    return value;
  }
}
