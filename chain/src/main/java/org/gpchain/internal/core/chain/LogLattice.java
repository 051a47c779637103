package org.gpchain.internal.core.chain;

import java.util.Arrays;
import org.gpchain.core.likelihood.LabelConstraints;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.LogSumExp;

/**
 * Forward–backward on logarithms. It is slower than {@link ScaledLattice}, but correct for scores
 * of any size, including negative infinity.
 */
final class LogLattice extends ChainLattice {
  private double[] unary = {};
  private double[] pairwise = {};
  private double[] terms = {};

  /**
   * Runs both passes.
   *
   * @param input scores and constraints; all transitions must have scores
   */
  void run(LatticeInput input) {
    int v = input.allowed().labelCount();
    length = input.length();
    labelCount = v;
    unary = Workspace.ensure(unary, length * v);
    System.arraycopy(input.unary(), 0, unary, 0, length * v);
    if (input.weights() != null) {
      for (int i = 0; i < length * v; i++) {
        unary[i] += Math.log(input.weights()[i]);
      }
    }
    pairwise = input.pairwise().clone();
    forbid(input.allowed());

    terms = Workspace.ensure(terms, v);
    forward();
    backward();
    logPartition = LogSumExp.of(alpha, (length - 1) * v, length * v);
  }

  private void forward() {
    int v = labelCount;
    alpha = Workspace.ensure(alpha, length * v);
    System.arraycopy(unary, 0, alpha, 0, v);
    for (int t = 1; t < length; t++) {
      for (int b = 0; b < v; b++) {
        for (int a = 0; a < v; a++) {
          terms[a] = alpha[(t - 1) * v + a] + pairwise[a * v + b];
        }
        alpha[t * v + b] = unary[t * v + b] + LogSumExp.of(terms, 0, v);
      }
    }
  }

  private void backward() {
    int v = labelCount;
    beta = Workspace.ensure(beta, length * v);
    Arrays.fill(beta, (length - 1) * v, length * v, 0);
    for (int t = length - 2; t >= 0; t--) {
      for (int a = 0; a < v; a++) {
        beta[t * v + a] = logBackward(t, a);
      }
    }
  }

  /** Gives everything that the constraints forbid the score negative infinity. */
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

  /** Returns {@code log Σ_b exp(g(a, b) + f(t+1, b) + β_{t+1}(b))}. */
  private double logBackward(int t, int a) {
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

      // Normalized by the sum at this token. The partition function, which comes from the last
      // token, differs from it by rounding errors, which matter if scores are large.
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
          double score =
              alpha[(t - 1) * v + a] + pairwise[a * v + b] + unary[t * v + b] + beta[t * v + b];
          sum += Math.exp(score - logPartition);
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
      double longerScore =
          score + pairwise[last * v + notNext] + unary[end * v + notNext] + beta[end * v + notNext];
      probability -= probability(longerScore);
    }
    return Math.max(0, probability);
  }

  /** Returns the probability of sequences whose total log score is given. */
  private double probability(double score) {
    return Math.exp(Math.min(0, score - logPartition));
  }
}
