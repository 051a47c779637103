package org.gpchain.core.chain;

import java.util.Arrays;
import org.gpchain.core.math.Workspace;

/**
 * Forward–backward in probabilities, each position scaled to sum to one (Rabiner 1989, §V.A).
 *
 * <p>With P_t = exp(f_t − max f_t) and E = exp(g − max g): α_t ∝ P_t ∘ (Eᵀ α_{t-1}), β_{t-1} = E
 * (P_t ∘ β_t) / c_t, where c_t is the sum that α_t was divided by. Then α_t ∘ β_t are the
 * marginals, and log Z = Σ log c_t + Σ max f_t + (T−1) max g. Both recursions are written as sums
 * of rows (of E, and of its transpose), because that is the form that the compiler turns into
 * vector instructions.
 */
final class ScaledLattice extends ChainLattice {
  /**
   * How far apart the scores may be. With r ≥ (max g − min g) + (max f_t − min f_t) for every t,
   * α_t ≥ exp(−r) / V, β_t ≤ exp(r) and P_t β_t / c_t ≤ exp(r), however long the sentence is:
   * nothing that is lost to underflow could come back, and nothing overflows.
   */
  private static final double LARGEST_RANGE = 600;

  private double[] alpha = {};
  private double[] beta = {};
  private double[] scale = {};
  private double[] potential = {};
  private double[] message = {};

  private double[] knownPairwise = {};
  private double[] transition = {};
  private double[] transposed = {};
  private double maxPairwise;
  private double pairwiseRange;
  private double unaryRange;

  private double logPartition;

  /**
   * Runs both passes.
   *
   * @return whether the scores allow it; if not, the lattice holds nothing
   */
  boolean run(double[] unary, double[] pairwise, int t, int v) {
    logPartition = forward(unary, pairwise, t, v);
    if (Double.isNaN(logPartition)) {
      return false;
    }
    backward();
    return true;
  }

  /**
   * Runs the forward pass alone.
   *
   * @return the log-partition function, or NaN if the scores are too far apart or not finite
   */
  double forward(double[] unary, double[] pairwise, int t, int v) {
    length = t;
    labelCount = v;
    alpha = Workspace.ensure(alpha, t * v);
    scale = Workspace.ensure(scale, t);
    potential = Workspace.ensure(potential, t * v);
    message = Workspace.ensure(message, v);
    exponentiate(pairwise);
    double logZ = (t - 1) * maxPairwise;
    double product = 1;
    for (int i = 0; i < t; i++) {
      int row = i * v;
      logZ += exponentiateRow(unary, row);
      if (!(pairwiseRange + unaryRange <= LARGEST_RANGE)) {
        return Double.NaN;
      }
      if (i == 0) {
        System.arraycopy(potential, 0, alpha, 0, v);
      } else {
        propagate(alpha, row - v, transition, message);
        for (int a = 0; a < v; a++) {
          alpha[row + a] = message[a] * potential[row + a];
        }
      }
      double sum = 0;
      for (int a = 0; a < v; a++) {
        sum += alpha[row + a];
      }
      scale[i] = sum;
      double inverse = 1 / sum;
      for (int a = 0; a < v; a++) {
        alpha[row + a] *= inverse;
      }
      // One logarithm for many scales: they are multiplied up as long as the product is safe.
      product *= sum;
      if (product < 1e-30 || product > 1e30) {
        logZ += Math.log(product);
        product = 1;
      }
    }
    return logZ + Math.log(product);
  }

  private void exponentiate(double[] pairwise) {
    int v = labelCount;
    if (knownPairwise.length == v * v && Arrays.equals(knownPairwise, pairwise)) {
      return;
    }
    transition = new double[v * v];
    transposed = new double[v * v];
    maxPairwise = Double.NEGATIVE_INFINITY;
    double min = Double.POSITIVE_INFINITY;
    for (double score : pairwise) {
      maxPairwise = Math.max(maxPairwise, score);
      min = Math.min(min, score);
    }
    pairwiseRange = maxPairwise - min;
    for (int a = 0; a < v; a++) {
      for (int b = 0; b < v; b++) {
        transition[a * v + b] = Math.exp(pairwise[a * v + b] - maxPairwise);
        transposed[b * v + a] = transition[a * v + b];
      }
    }
    knownPairwise = pairwise.clone();
  }

  /** Fills one row of the potentials and returns the maximum that was taken out of it. */
  private double exponentiateRow(double[] unary, int row) {
    int v = labelCount;
    double max = Double.NEGATIVE_INFINITY;
    double min = Double.POSITIVE_INFINITY;
    for (int a = 0; a < v; a++) {
      max = Math.max(max, unary[row + a]);
      min = Math.min(min, unary[row + a]);
    }
    unaryRange = max - min;
    for (int a = 0; a < v; a++) {
      potential[row + a] = Math.exp(unary[row + a] - max);
    }
    return max;
  }

  /** {@code out = Σ_a from[row + a] · matrix[a, ·]}. */
  private void propagate(double[] from, int row, double[] matrix, double[] out) {
    int v = labelCount;
    Arrays.fill(out, 0, v, 0);
    for (int a = 0; a < v; a++) {
      double weight = from[row + a];
      int base = a * v;
      for (int b = 0; b < v; b++) {
        out[b] += weight * matrix[base + b];
      }
    }
  }

  private void backward() {
    int v = labelCount;
    beta = Workspace.ensure(beta, length * v);
    Arrays.fill(beta, (length - 1) * v, length * v, 1);
    for (int t = length - 1; t > 0; t--) {
      int row = t * v;
      double inverse = 1 / scale[t];
      // From here on the potential holds P_t ∘ β_t / c_t, which the expected transitions want too.
      for (int b = 0; b < v; b++) {
        potential[row + b] *= beta[row + b] * inverse;
      }
      propagate(potential, row, transposed, message);
      System.arraycopy(message, 0, beta, row - v, v);
    }
  }

  @Override
  public double logPartition() {
    return logPartition;
  }

  @Override
  public void marginals(double[] out) {
    for (int i = 0; i < length * labelCount; i++) {
      out[i] = alpha[i] * beta[i];
    }
  }

  @Override
  public void expectedTransitions(double[] out) {
    int v = labelCount;
    Arrays.fill(out, 0, v * v, 0);
    for (int t = 1; t < length; t++) {
      int row = t * v;
      for (int a = 0; a < v; a++) {
        double weight = alpha[row - v + a];
        int base = a * v;
        for (int b = 0; b < v; b++) {
          out[base + b] += weight * potential[row + b];
        }
      }
    }
    for (int i = 0; i < v * v; i++) {
      out[i] *= transition[i];
    }
  }

  @Override
  double uncheckedSegmentProbability(int start, int[] path, int notNext) {
    int v = labelCount;
    int end = start + path.length;
    double probability = alpha[start * v + path[0]];
    for (int t = start + 1; t < end; t++) {
      // potential / β restores P_t / c_t; a β of zero means that no path goes on from here.
      double onward = beta[t * v + path[t - start]];
      double step = onward > 0 ? potential[t * v + path[t - start]] / onward : 0;
      probability *= transition[path[t - start - 1] * v + path[t - start]] * step;
    }
    int last = path[path.length - 1];
    double after = beta[(end - 1) * v + last];
    if (end < length && notNext >= 0) {
      after -= transition[last * v + notNext] * potential[end * v + notNext];
    }
    return probability * Math.max(0, after);
  }
}
