package org.gpchain.internal.core.chain;

import org.gpchain.core.likelihood.LabelConstraints;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.LogSumExp;

/**
 * Forward–backward in logarithms: slower than {@link ScaledLattice}, but right for scores of any
 * size, negative infinity (forbidden) included.
 */
final class LogLattice extends ChainLattice {
  private double[] unary = {};
  private double[] pairwise = {};
  private double[] terms = {};

  /**
   * Runs both passes over weighted labels.
   *
   * @param weights factors of {@code exp f}, {@code [T×V]}; not modified; null for ones
   */
  void run(
      double[] unaryScores,
      double[] pairwiseScores,
      int t,
      LabelConstraints allowed,
      double[] weights) {
    int v = allowed.labelCount();
    length = t;
    labelCount = v;
    unary = Workspace.ensure(unary, t * v);
    System.arraycopy(unaryScores, 0, unary, 0, t * v);
    for (int i = 0; weights != null && i < t * v; i++) {
      unary[i] += Math.log(weights[i]);
    }
    pairwise = pairwiseScores.clone();
    forbid(allowed);
    alpha = Workspace.ensure(alpha, t * v);
    beta = Workspace.ensure(beta, t * v);
    terms = Workspace.ensure(terms, v);
    System.arraycopy(unary, 0, alpha, 0, v);
    for (int i = 1; i < t; i++) {
      for (int b = 0; b < v; b++) {
        for (int a = 0; a < v; a++) {
          terms[a] = alpha[(i - 1) * v + a] + pairwise[a * v + b];
        }
        alpha[i * v + b] = unary[i * v + b] + LogSumExp.of(terms, 0, v);
      }
    }
    for (int i = t - 1; i >= 0; i--) {
      for (int a = 0; a < v; a++) {
        beta[i * v + a] = i == t - 1 ? 0 : onward(i, a);
      }
    }
    logPartition = LogSumExp.of(alpha, (t - 1) * v, t * v);
  }

  private void forbid(LabelConstraints allowed) {
    int v = labelCount;
    for (int pair = 0; pair < v * v; pair++) {
      if (!allowed.transition()[pair]) {
        pairwise[pair] = Double.NEGATIVE_INFINITY;
      }
    }
    for (int label = 0; label < v; label++) {
      if (!allowed.start()[label]) {
        unary[label] = Double.NEGATIVE_INFINITY;
      }
      if (!allowed.end()[label]) {
        unary[(length - 1) * v + label] = Double.NEGATIVE_INFINITY;
      }
    }
  }

  /** {@code log Σ_b exp(g(a, b) + f(t+1, b) + β_{t+1}(b))}. */
  private double onward(int t, int a) {
    int v = labelCount;
    for (int b = 0; b < v; b++) {
      terms[b] = pairwise[a * v + b] + unary[(t + 1) * v + b] + beta[(t + 1) * v + b];
    }
    return LogSumExp.of(terms, 0, v);
  }

  @Override
  public void marginals(double[] out) {
    int v = labelCount;
    for (int row = 0; row < length * v; row += v) {
      double largest = Double.NEGATIVE_INFINITY;
      for (int a = 0; a < v; a++) {
        terms[a] = alpha[row + a] + beta[row + a];
        largest = Math.max(largest, terms[a]);
      }
      // Divided by the partition function as this token has it: that of the last one differs by
      // what is lost to rounding where scores are large.
      double sum = 0;
      for (int a = 0; a < v; a++) {
        out[row + a] = Math.exp(terms[a] - largest);
        sum += out[row + a];
      }
      for (int a = 0; a < v; a++) {
        out[row + a] /= sum;
      }
    }
  }

  @Override
  public void expectedTransitions(double[] out) {
    int v = labelCount;
    for (int a = 0; a < v; a++) {
      for (int b = 0; b < v; b++) {
        double sum = 0;
        for (int t = 1; t < length; t++) {
          sum +=
              Math.exp(
                  alpha[(t - 1) * v + a]
                      + pairwise[a * v + b]
                      + unary[t * v + b]
                      + beta[t * v + b]
                      - logPartition);
        }
        out[a * v + b] = sum;
      }
    }
  }

  @Override
  double uncheckedLogProbability(int[] path) {
    int v = labelCount;
    double score = unary[path[0]];
    for (int t = 1; t < length; t++) {
      score += pairwise[path[t - 1] * v + path[t]] + unary[t * v + path[t]];
    }
    return score - logPartition;
  }

  @Override
  double uncheckedSegmentProbability(int start, int[] path, int notNext) {
    int v = labelCount;
    int end = start + path.length;
    double score = alpha[start * v + path[0]];
    for (int t = start + 1; t < end; t++) {
      score += pairwise[path[t - start - 1] * v + path[t - start]] + unary[t * v + path[t - start]];
    }
    int last = path[path.length - 1];
    double probability = probability(score + beta[(end - 1) * v + last]);
    if (end < length && notNext >= 0) {
      probability -=
          probability(
              score
                  + pairwise[last * v + notNext]
                  + unary[end * v + notNext]
                  + beta[end * v + notNext]);
    }
    return Math.max(0, probability);
  }

  private double probability(double score) {
    return Math.exp(Math.min(0, score - logPartition));
  }
}
