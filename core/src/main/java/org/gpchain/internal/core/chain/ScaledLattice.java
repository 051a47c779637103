package org.gpchain.internal.core.chain;

import java.util.Arrays;
import org.gpchain.core.likelihood.LabelConstraints;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.Exponentials;
import org.gpchain.internal.core.math.ScaledSums;

/**
 * Forward–backward in probabilities, each position scaled to sum to one (Rabiner 1989, §V.A).
 *
 * <p>With P_t = exp(f_t − f_t(0)) and E = exp(g − max g): α_t ∝ P_t ∘ (Eᵀ α_{t-1}), β_{t-1} = E
 * (P_t ∘ β_t) / c_t, where c_t is the sum that α_t was divided by. Then α_t ∘ β_t are the
 * marginals, and log Z = Σ log c_t + Σ f_t(0) + (T−1) max g.
 */
final class ScaledLattice extends ChainLattice {
  /**
   * The largest distance between scores. With r ≥ (max g − min g) + (max f_t − min f_t) for every
   * t, α_t ≥ exp(−r) / V, β_t ≤ exp(r) and P_t β_t / c_t ≤ exp(r), however long the sentence is:
   * nothing that is lost to underflow could come back, and nothing overflows.
   */
  static final double LARGEST_RANGE = 600;

  /**
   * The same where some transitions are impossible. In every tag scheme any label can be reached
   * from any other one within three steps (such as O, B-X, I-X), each of which costs a factor of
   * exp(−r) at most; what cannot be reached for another reason has exactly no probability.
   */
  private static final double LARGEST_CONSTRAINED_RANGE = LARGEST_RANGE / 3;

  /**
   * Sums of weighted labels at least: what the weights leave over must not be what was all but lost
   * to underflow.
   */
  private static final double LEAST_WEIGHTED_SUM = 1e-250;

  private double[] scale = {};
  private double[] potential = {};
  private double[] exponent = {};
  private double[] message = {};

  private double[] knownPairwise = {};
  private LabelConstraints allowed;
  private double[] transition = {};

  /** The same as {@link #transition} unless transitions are sparse. */
  private final MatrixRows transitionRows = new MatrixRows();

  /** The transpose, which only the backward pass needs. */
  private final MatrixRows transposedRows = new MatrixRows();

  private boolean transposedIsKnown;

  /** Sums over tokens for {@link #expectedTransitions}. */
  private final MatrixRows expectedRows = new MatrixRows();

  /** Null if transitions have too little in common. */
  private SparseTransitions sparse;

  private double base;
  private double[] rest = {};

  private double maxPairwise;
  private double pairwiseRange;
  private double largestRange;

  /**
   * Runs both passes over weighted labels.
   *
   * @param weights factors of {@code exp f}, {@code [T×V]}, in [0, 1]; not modified; null for ones
   * @param own the transitions that have scores, {@code pairwise} is theirs alone, and so are the
   *     expected transitions; null for all
   * @return whether the scores allow it; if not, the lattice holds nothing
   */
  boolean run(
      double[] unary,
      double[] pairwise,
      int t,
      LabelConstraints possible,
      double[] weights,
      SparseTransitions own) {
    logPartition = forward(unary, pairwise, t, possible, weights, own);
    if (Double.isNaN(logPartition)) {
      return false;
    }
    backward();
    return true;
  }

  /**
   * Runs the forward pass alone; arguments as those of {@link #run}.
   *
   * @return the log-partition function, or NaN if the scores are too far apart or not finite, or no
   *     sequence is possible
   */
  double forward(
      double[] unary,
      double[] pairwise,
      int t,
      LabelConstraints possible,
      double[] weights,
      SparseTransitions own) {
    int v = possible.labelCount();
    length = t;
    labelCount = v;
    alpha = Workspace.ensure(alpha, t * v);
    scale = Workspace.ensure(scale, t);
    potential = Workspace.ensure(potential, t * v);
    message = Workspace.ensure(message, v);
    exponent = Workspace.ensure(exponent, Math.max(t, v) * v);
    if (own == null) {
      exponentiate(pairwise, possible);
    } else {
      exponentiate(pairwise, own);
    }
    allowed = possible;
    double logZ = (t - 1) * maxPairwise + exponentiateRows(unary);
    if (Double.isNaN(logZ)) {
      return logZ;
    }
    forbidBorders();
    double least = 0;
    if (weights != null) {
      for (int i = 0; i < t * v; i++) {
        potential[i] *= weights[i];
      }
      least = LEAST_WEIGHTED_SUM;
    }
    double product = 1;
    for (int i = 0; i < t; i++) {
      int row = i * v;
      if (i == 0) {
        System.arraycopy(potential, 0, alpha, 0, v);
      } else {
        if (sparse == null) {
          transitionRows.multiply(alpha, row - v, message);
        } else {
          sparse.forward(alpha, row - v, base, rest, message);
        }
        for (int a = 0; a < v; a++) {
          alpha[row + a] = message[a] * potential[row + a];
        }
      }
      double sum = 0;
      for (int a = 0; a < v; a++) {
        sum += alpha[row + a];
      }
      if (!(sum > least)) {
        return Double.NaN;
      }
      scale[i] = sum;
      ScaledSums.scale(1 / sum, alpha, row, v);
      // One logarithm for many scales: they are multiplied up as long as the product is safe.
      product *= sum;
      if (product < 1e-30 || product > 1e30) {
        logZ += Math.log(product);
        product = 1;
      }
    }
    return logZ + Math.log(product);
  }

  private void exponentiate(double[] pairwise, LabelConstraints possible) {
    int v = labelCount;
    boolean[] transitions = possible.transition();
    if (possible.equals(allowed) && Arrays.equals(knownPairwise, pairwise)) {
      return;
    }
    if (knownPairwise.length != v * v) {
      knownPairwise = new double[v * v];
      transition = new double[v * v];
    }
    System.arraycopy(pairwise, 0, knownPairwise, 0, v * v);
    double max = Double.NEGATIVE_INFINITY;
    double min = Double.POSITIVE_INFINITY;
    largestRange = LARGEST_RANGE;
    for (int i = 0; i < v * v; i++) {
      if (transitions[i]) {
        max = Math.max(max, pairwise[i]);
        min = Math.min(min, pairwise[i]);
      } else {
        largestRange = LARGEST_CONSTRAINED_RANGE;
      }
    }
    boolean noneIsPossible = max < min;
    maxPairwise = noneIsPossible ? 0 : max;
    pairwiseRange = noneIsPossible ? 0 : max - min;
    if (pairwiseRange <= largestRange) {
      for (int i = 0; i < v * v; i++) {
        exponent[i] = transitions[i] ? pairwise[i] - maxPairwise : 0;
      }
      Exponentials.of(exponent, v * v, transition);
      for (int i = 0; i < v * v; i++) {
        transition[i] = transitions[i] ? transition[i] : 0;
      }
    }
    isSparse = false;
    sparse = SparseTransitions.find(v, pairwise, transitions);
    if (sparse == null) {
      transitionRows.resize(v);
      transitionRows.set(transition);
      transposedIsKnown = false;
    } else {
      base = Math.exp(-Math.max(0, maxPairwise));
      rest = new double[sparse.from().length];
      Arrays.setAll(
          rest, i -> transition[sparse.from()[i] * v + sparse.to()[i]] - sparse.common(i) * base);
    }
  }

  /** Others have the score zero, and the factor 1: the largest score is not taken out. */
  private void exponentiate(double[] pairwise, SparseTransitions own) {
    knownPairwise = new double[0];
    isSparse = true;
    sparse = own;
    base = 1;
    rest = Workspace.ensure(rest, pairwise.length);
    double max = 0;
    double min = 0;
    for (int i = 0; i < pairwise.length; i++) {
      max = Math.max(max, pairwise[i]);
      min = Math.min(min, pairwise[i]);
      rest[i] = Math.expm1(pairwise[i]);
    }
    maxPairwise = 0;
    pairwiseRange = min >= SparseTransitions.LEAST_SCORE ? max - min : Double.NaN;
    largestRange = LARGEST_CONSTRAINED_RANGE;
  }

  /**
   * Fills the potentials and returns the sum of what was taken out of their logarithms, or NaN if
   * the scores are too far apart.
   */
  private double exponentiateRows(double[] unary) {
    int v = labelCount;
    // No score is further from the first one than half of what the transitions leave.
    double furthest = (largestRange - pairwiseRange) / 2;
    double sum = 0;
    for (int row = 0; row < length * v; row += v) {
      double origin = unary[row];
      for (int i = row; i < row + v; i++) {
        exponent[i] = unary[i] - origin;
        if (!(Math.abs(exponent[i]) <= furthest)) {
          return Double.NaN;
        }
      }
      sum += origin;
    }
    Exponentials.of(exponent, length * v, potential);
    return sum;
  }

  /** Labels that may not begin or end the sentence have no weight there. */
  private void forbidBorders() {
    int last = (length - 1) * labelCount;
    for (int label = 0; label < labelCount; label++) {
      potential[label] = allowed.start()[label] ? potential[label] : 0;
      potential[last + label] = allowed.end()[label] ? potential[last + label] : 0;
    }
  }

  private void transpose() {
    if (!transposedIsKnown) {
      transposedRows.resize(labelCount);
      transposedRows.setTransposed(transition);
      transposedIsKnown = true;
    }
  }

  private void backward() {
    int v = labelCount;
    if (sparse == null) {
      transpose();
    }
    beta = Workspace.ensure(beta, length * v);
    Arrays.fill(beta, (length - 1) * v, length * v, 1);
    for (int t = length - 1; t > 0; t--) {
      int row = t * v;
      double inverse = 1 / scale[t];
      // From here on the potential holds P_t ∘ β_t / c_t, which the expected transitions need too.
      for (int b = 0; b < v; b++) {
        potential[row + b] *= beta[row + b] * inverse;
      }
      if (sparse == null) {
        transposedRows.multiply(potential, row, message);
      } else {
        sparse.backward(potential, row, base, rest, message);
      }
      System.arraycopy(message, 0, beta, row - v, v);
    }
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
    if (isSparse) {
      int[] from = sparse.from();
      int[] to = sparse.to();
      Arrays.fill(out, 0, from.length, 0);
      for (int row = v; row < length * v; row += v) {
        for (int i = 0; i < from.length; i++) {
          out[i] += alpha[row - v + from[i]] * potential[row + to[i]];
        }
      }
      for (int i = 0; i < from.length; i++) {
        out[i] *= 1 + rest[i];
      }
      return;
    }
    expectedRows.resize(v);
    expectedRows.clear();
    expectedRows.addOuterProducts(alpha, 0, potential, v, length - 1);
    expectedRows.timesEach(transition, out);
  }

  @Override
  double uncheckedLogProbability(int[] path) {
    double sum = 0;
    double product = alpha[path[0]];
    for (int t = 1; t < length; t++) {
      product *= step(t, path[t - 1], path[t]);
      // One logarithm for many steps, as in the forward pass.
      if (product < 1e-30 || product > 1e30) {
        sum += Math.log(product);
        product = 1;
      }
    }
    return sum + Math.log(product);
  }

  /** {@code E(from, to) P_t(to) / c_t}. */
  private double step(int t, int from, int to) {
    // potential / β restores P_t / c_t; a β of zero means that no path goes on from here.
    double onward = beta[t * labelCount + to];
    double restored = onward > 0 ? potential[t * labelCount + to] / onward : 0;
    return transition[from * labelCount + to] * restored;
  }

  @Override
  double uncheckedSegmentProbability(int start, int[] path, int notNext) {
    int v = labelCount;
    int end = start + path.length;
    double probability = alpha[start * v + path[0]];
    for (int t = start + 1; t < end; t++) {
      probability *= step(t, path[t - start - 1], path[t - start]);
    }
    int last = path[path.length - 1];
    double after = beta[(end - 1) * v + last];
    if (end < length && notNext >= 0) {
      after -= transition[last * v + notNext] * potential[end * v + notNext];
    }
    return probability * Math.max(0, after);
  }
}
