package org.gpchain.experiments.papers;

import org.gpchain.core.likelihood.SequenceLikelihood;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.LogSumExp;

/**
 * The piecewise pseudo-likelihood of the linear chain (Sutton and McCallum 2007; supplement, §5,
 * eq. 48–50). Each factor predicts each of its labels from its other labels:
 *
 * <pre>{@code
 * log p̃(y | f, g) = Σ_t log p(y_t | f) + Σ_{t>0} [log p(y_t | y_{t-1}, g) + log p(y_{t-1} | y_t, g)]
 * p(y_t = v | f)           = exp f(t, v) / Σ_c exp f(t, c)
 * p(y_t = b | y_{t-1} = a) = exp g(a, b) / Σ_c exp g(a, c)     (row a of g)
 * p(y_{t-1} = a | y_t = b) = exp g(a, b) / Σ_c exp g(c, b)     (column b of g)
 * }</pre>
 *
 * <p>Each factor learns the label frequencies separately, so the product of all factors would count
 * them three times. Therefore, transition probabilities relative to label frequencies π use {@code
 * g(a, b) + log π(a) + log π(b)} instead of g. Without data on a transition, its probability is
 * that of independent labels. The linear chain with the same scores, {@code Π_t p(y_t | f) Π_t exp
 * g(y_{t-1}, y_t)}, counts the frequencies once.
 *
 * <p>Unlike the likelihood of the chain, p̃ needs no sum over label sequences. It is not a
 * distribution: its sum over all sequences is at most one. If the score of a gold label is negative
 * infinity, the result is negative infinity, or NaN if all other scores are negative infinity too.
 */
final class PiecewisePseudoLikelihood implements SequenceLikelihood {
  private final int labelCount;

  /** {@code log π(a) + log π(b)}, {@code [V×V]}. */
  private final double[] independent;

  /**
   * Creates a pseudo-likelihood.
   *
   * @param logFrequencies {@code log π(v)}, {@code [V]}, up to a constant; zeros for the form in
   *     the papers; not modified
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
      if (t == 0) {
        continue;
      }

      int from = labels[t - 1];
      int to = labels[t];
      for (int label = 0; label < v; label++) {
        row[label] = pairwise[from * v + label] + independent[from * v + label];
        column[label] = pairwise[label * v + to] + independent[label * v + to];
      }
      value += row[to] - LogSumExp.of(row, 0, v);
      value += row[to] - LogSumExp.of(column, 0, v);
    }
    return value;
  }
}
