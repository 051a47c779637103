package org.gpchain.internal.core.chain;

import java.util.Arrays;
import org.gpchain.core.likelihood.LabelConstraints;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.Exponentials;
import org.gpchain.internal.core.math.ScaledSums;

/**
 * Forward–backward on probabilities that are scaled to sum to one at each token (Rabiner 1989,
 * §V.A).
 *
 * <p>With P_t = exp(f_t − f_t(0)) and E = exp(g − max g): α_t ∝ P_t ∘ (Eᵀ α_{t-1}), β_{t-1} = E
 * (P_t ∘ β_t) / c_t, where c_t is the sum by which α_t was divided. Then α_t ∘ β_t are the
 * marginals, and log Z = Σ log c_t + Σ f_t(0) + (T−1) max g.
 */
final class ScaledLattice extends ChainLattice {
  /**
   * Largest range r of scores. If r ≥ (max g − min g) + (max f_t − min f_t) for every t, then α_t ≥
   * exp(−r) / V, β_t ≤ exp(r) and P_t β_t / c_t ≤ exp(r) for sentences of any length. So nothing
   * overflows, and no probability that underflows could have mattered later.
   */
  static final double LARGEST_RANGE = 600;

  /**
   * Largest range of scores if some transitions are impossible. In every tag scheme, each label can
   * be reached from any other label within three steps (such as O, B-X, I-X), and each step costs a
   * factor of at least exp(−r). A label that cannot be reached at all has exactly the probability
   * 0.
   */
  private static final double LARGEST_CONSTRAINED_RANGE = LARGEST_RANGE / 3;

  /**
   * Smallest sum of a token's weighted probabilities. If the weights leave only probabilities that
   * are smaller, these may have lost their digits to underflow.
   */
  private static final double LEAST_WEIGHTED_SUM = 1e-250;

  /** Smallest product of scales before its logarithm is taken. */
  private static final double SMALLEST_PRODUCT = 1e-30;

  /** Largest product of scales before its logarithm is taken. */
  private static final double LARGEST_PRODUCT = 1e30;

  /** c_t, {@code [T]}, may be longer. */
  private double[] scale = {};

  /**
   * P_t after the forward pass, and P_t ∘ β_t / c_t after the backward pass, {@code [T×V]}, may be
   * longer.
   */
  private double[] potential = {};

  private double[] exponent = {};

  /** The product of the transition factors with a vector, {@code [V]}, may be longer. */
  private double[] message = {};

  /** The pairwise scores whose factors are known; empty if there are none. */
  private double[] knownPairwise = {};

  private LabelConstraints allowed;

  /** E, {@code [V×V]}. */
  private double[] transition = {};

  /** A copy of {@link #transition}; unused if transitions are sparse. */
  private final MatrixRows transitionRows = new MatrixRows();

  /** The transpose of {@link #transition}, which only the backward pass needs. */
  private final MatrixRows transposedRows = new MatrixRows();

  private boolean transposedIsKnown;

  /** Sums over tokens for {@link #expectedTransitions}. */
  private final MatrixRows expectedRows = new MatrixRows();

  /** The sparse form of E; null if the dense form is used. */
  private SparseTransitions sparse;

  /** b of {@link SparseTransitions}. */
  private double base;

  /** The nonzero entries of D of {@link SparseTransitions}. */
  private double[] corrections = {};

  private double maxPairwise;
  private double pairwiseRange;
  private double largestRange;

  /**
   * Runs both passes.
   *
   * @return false if the scores are too far apart for this lattice, or no sequence is possible; the
   *     lattice then holds no result
   */
  boolean run(LatticeInput input) {
    logPartition = forward(input);
    if (Double.isNaN(logPartition)) {
      return false;
    }
    backward();
    return true;
  }

  /**
   * Runs the forward pass alone.
   *
   * @return the log-partition function, or NaN if the scores are too far apart or not finite, or no
   *     sequence is possible
   */
  double forward(LatticeInput input) {
    length = input.length();
    labelCount = input.allowed().labelCount();
    reserve();
    if (input.scored() == null) {
      exponentiate(input.pairwise(), input.allowed());
    } else {
      exponentiate(input.pairwise(), input.scored());
    }
    allowed = input.allowed();

    double logZ = (length - 1) * maxPairwise + exponentiateRows(input.unary());
    if (Double.isNaN(logZ)) {
      return logZ;
    }
    forbidBorders();
    double leastSum = 0;
    if (input.weights() != null) {
      multiplyPotentials(input.weights());
      leastSum = LEAST_WEIGHTED_SUM;
    }

    // One logarithm for many scales: they are multiplied as long as the product is in range.
    double product = 1;
    for (int t = 0; t < length; t++) {
      double sum = advance(t);
      if (!(sum > leastSum)) {
        return Double.NaN;
      }
      scale[t] = sum;
      ScaledSums.scale(1 / sum, alpha, t * labelCount, labelCount);
      product *= sum;
      if (product < SMALLEST_PRODUCT || product > LARGEST_PRODUCT) {
        logZ += Math.log(product);
        product = 1;
      }
    }
    return logZ + Math.log(product);
  }

  private void reserve() {
    int v = labelCount;
    alpha = Workspace.ensure(alpha, length * v);
    scale = Workspace.ensure(scale, length);
    potential = Workspace.ensure(potential, length * v);
    message = Workspace.ensure(message, v);
    exponent = Workspace.ensure(exponent, Math.max(length, v) * v);
  }

  private void multiplyPotentials(double[] weights) {
    int count = length * labelCount;
    for (int i = 0; i < count; i++) {
      potential[i] *= weights[i];
    }
  }

  /** Writes the α of a token before it is scaled, and returns its sum. */
  private double advance(int t) {
    int v = labelCount;
    int row = t * v;
    if (t == 0) {
      System.arraycopy(potential, 0, alpha, 0, v);
    } else {
      if (sparse == null) {
        transitionRows.multiply(alpha, row - v, message);
      } else {
        sparse.forward(alpha, row - v, base, corrections, message);
      }
      for (int a = 0; a < v; a++) {
        alpha[row + a] = message[a] * potential[row + a];
      }
    }

    double sum = 0;
    for (int a = 0; a < v; a++) {
      sum += alpha[row + a];
    }
    return sum;
  }

  /** Computes the transition factors, unless the previous sentence had the same scores. */
  private void exponentiate(double[] pairwise, LabelConstraints constraints) {
    if (constraints.equals(allowed) && Arrays.equals(knownPairwise, pairwise)) {
      return;
    }
    int v = labelCount;
    if (knownPairwise.length != v * v) {
      knownPairwise = new double[v * v];
      transition = new double[v * v];
    }
    System.arraycopy(pairwise, 0, knownPairwise, 0, v * v);
    isSparse = false;

    boolean[] possible = constraints.transition();
    measure(pairwise, possible);
    if (pairwiseRange <= largestRange) {
      exponentiateAllowed(pairwise, possible);
    }

    sparse = SparseTransitions.find(v, pairwise, possible);
    if (sparse == null) {
      transitionRows.resize(v);
      transitionRows.set(transition);
      transposedIsKnown = false;
    } else {
      computeCorrections();
    }
  }

  /** Finds the range of the scores of possible transitions. */
  private void measure(double[] pairwise, boolean[] possible) {
    double max = Double.NEGATIVE_INFINITY;
    double min = Double.POSITIVE_INFINITY;
    largestRange = LARGEST_RANGE;
    for (int i = 0; i < labelCount * labelCount; i++) {
      if (possible[i]) {
        max = Math.max(max, pairwise[i]);
        min = Math.min(min, pairwise[i]);
      } else {
        largestRange = LARGEST_CONSTRAINED_RANGE;
      }
    }

    boolean noneIsPossible = max < min;
    if (noneIsPossible) {
      maxPairwise = 0;
      pairwiseRange = 0;
    } else {
      maxPairwise = max;
      pairwiseRange = max - min;
    }
  }

  private void exponentiateAllowed(double[] pairwise, boolean[] possible) {
    int count = labelCount * labelCount;
    for (int i = 0; i < count; i++) {
      exponent[i] = possible[i] ? pairwise[i] - maxPairwise : 0;
    }
    Exponentials.of(exponent, count, transition);
    for (int i = 0; i < count; i++) {
      if (!possible[i]) {
        transition[i] = 0;
      }
    }
  }

  private void computeCorrections() {
    base = Math.exp(-Math.max(0, maxPairwise));
    int[] from = sparse.from();
    int[] to = sparse.to();
    corrections = new double[from.length];
    for (int i = 0; i < from.length; i++) {
      corrections[i] = transition[from[i] * labelCount + to[i]] - sparse.shared(i) * base;
    }
  }

  /**
   * Computes the transition factors from the scores of some transitions. All others have the score
   * zero and the factor 1, so that max g is not subtracted here.
   */
  private void exponentiate(double[] pairwise, SparseTransitions scored) {
    knownPairwise = new double[0];
    isSparse = true;
    sparse = scored;
    base = 1;
    corrections = Workspace.ensure(corrections, pairwise.length);

    double max = 0;
    double min = 0;
    for (int i = 0; i < pairwise.length; i++) {
      max = Math.max(max, pairwise[i]);
      min = Math.min(min, pairwise[i]);
      corrections[i] = Math.expm1(pairwise[i]);
    }

    maxPairwise = 0;
    pairwiseRange = min >= SparseTransitions.LEAST_SCORE ? max - min : Double.NaN;
    largestRange = LARGEST_CONSTRAINED_RANGE;
  }

  /**
   * Computes P_t for all tokens. Returns Σ f_t(0), or NaN if the scores are too far apart or not
   * finite.
   */
  private double exponentiateRows(double[] unary) {
    int v = labelCount;
    // If every score of a token is this close to the first one, their range is at most twice this.
    double largestDistance = (largestRange - pairwiseRange) / 2;
    double sum = 0;
    for (int row = 0; row < length * v; row += v) {
      double origin = unary[row];
      for (int i = row; i < row + v; i++) {
        exponent[i] = unary[i] - origin;
        if (!(Math.abs(exponent[i]) <= largestDistance)) {
          return Double.NaN;
        }
      }
      sum += origin;
    }

    Exponentials.of(exponent, length * v, potential);
    return sum;
  }

  /** Sets the factors of labels that must not begin or end the sentence to zero. */
  private void forbidBorders() {
    int last = (length - 1) * labelCount;
    for (int label = 0; label < labelCount; label++) {
      if (!allowed.start()[label]) {
        potential[label] = 0;
      }
      if (!allowed.end()[label]) {
        potential[last + label] = 0;
      }
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
      for (int b = 0; b < v; b++) {
        potential[row + b] *= beta[row + b] * inverse;
      }
      if (sparse == null) {
        transposedRows.multiply(potential, row, message);
      } else {
        sparse.backward(potential, row, base, corrections, message);
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
    if (isSparse) {
      expectedScoredTransitions(out);
      return;
    }
    int v = labelCount;
    expectedRows.resize(v);
    expectedRows.clear();
    expectedRows.addOuterProducts(alpha, 0, potential, v, length - 1);
    expectedRows.timesEach(transition, out);
  }

  private void expectedScoredTransitions(double[] out) {
    int v = labelCount;
    int[] from = sparse.from();
    int[] to = sparse.to();
    Arrays.fill(out, 0, from.length, 0);
    for (int row = v; row < length * v; row += v) {
      for (int i = 0; i < from.length; i++) {
        out[i] += alpha[row - v + from[i]] * potential[row + to[i]];
      }
    }
    for (int i = 0; i < from.length; i++) {
      out[i] *= 1 + corrections[i];
    }
  }

  @Override
  double uncheckedLogProbability(int[] path) {
    double sum = 0;
    double product = alpha[path[0]];
    for (int t = 1; t < length; t++) {
      product *= step(t, path[t - 1], path[t]);
      // One logarithm for many steps, as in the forward pass.
      if (product < SMALLEST_PRODUCT || product > LARGEST_PRODUCT) {
        sum += Math.log(product);
        product = 1;
      }
    }
    return sum + Math.log(product);
  }

  /** Returns {@code E(from, to) P_t(to) / c_t}. */
  private double step(int t, int from, int to) {
    // Dividing by β restores P_t / c_t. If β is zero, no sequence continues from this label.
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
