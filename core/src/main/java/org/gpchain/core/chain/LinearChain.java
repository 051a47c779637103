package org.gpchain.core.chain;

import java.util.Arrays;
import java.util.List;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.core.likelihood.LabelConstraints;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.likelihood.MarginalInference;
import org.gpchain.core.likelihood.PartialLabels;
import org.gpchain.core.likelihood.SentenceBatch;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.ScaledSums;
import org.gpchain.core.math.Workspace;

/**
 * The linear chain, or structured softmax: {@code log p(y | f, g) = Σ_t f(t, y_t) + Σ_t g(y_{t-1},
 * y_t) − log Z(f, g)}. Its gradient is gold counts minus marginals.
 *
 * <p>Forward–backward runs in scaled probabilities, which is several times faster than in
 * logarithms; a sentence whose scores are too far apart for that is done again in logarithms.
 *
 * <p>Where labels are not known, the likelihood is that of all completions together, see {@link
 * PartialLabels}, and the gradient is the difference between two expectations of the counts, those
 * over the completions minus those over all sequences.
 */
public final class LinearChain implements DifferentiableLikelihood, MarginalInference {
  /** With more labels, a sentence by itself keeps the machine as busy as a few side by side do. */
  private static final int FEW_LABELS = 8;

  private final int labelCount;
  private final LabelConstraints everything;
  private final PartialLabels partial;

  public LinearChain(int labelCount) {
    this(labelCount, null);
  }

  /**
   * A chain for sentences some of whose labels may not be known.
   *
   * @param partial what is known of them; null if all labels are known
   */
  public LinearChain(int labelCount, PartialLabels partial) {
    this.labelCount = Checks.atLeast("labelCount", labelCount, 1);
    this.everything = LabelConstraints.none(labelCount);
    this.partial = partial;
  }

  @Override
  public int labelCount() {
    return labelCount;
  }

  @Override
  public Lattice lattice(
      double[] unary,
      double[] pairwise,
      int length,
      LabelConstraints allowed,
      Workspace workspace) {
    Checks.atLeast("length", length, 1);
    Checks.capacity("unary", unary.length, (long) length * labelCount, "[T×V]");
    Checks.length("pairwise", pairwise.length, (long) labelCount * labelCount, "[V×V]");
    return sequences(workspace).run(unary, pairwise, length, allowed, null);
  }

  /** Forward–backward in scaled probabilities or, where these do not do, in logarithms. */
  private static class Sequences {
    final ScaledLattice scaled = new ScaledLattice();
    private final LogLattice logarithmic = new LogLattice();

    ChainLattice run(
        double[] unary, double[] pairwise, int length, LabelConstraints allowed, double[] weights) {
      if (scaled.run(unary, pairwise, length, allowed, weights)) {
        return scaled;
      }
      logarithmic.run(unary, pairwise, length, allowed, weights);
      return logarithmic;
    }
  }

  /**
   * The completions of a partly labelled sentence; the logarithm of the sum over all of them is the
   * log-partition function. The lattice over all sequences stays valid beside it.
   */
  static final class Completions extends Sequences {
    private double[] weights = {};
    private double[] marginals = {};
    private double[] transitions = {};

    /** Labels are numbers, or what stands for rows of {@code partial}. */
    ChainLattice run(double[] unary, double[] pairwise, int[] labels, PartialLabels partial) {
      int v = partial.completions().labelCount();
      weights = Workspace.ensure(weights, labels.length * v);
      for (int t = 0; t < labels.length; t++) {
        if (PartialLabels.isUnknown(labels[t])) {
          System.arraycopy(partial.weights(labels[t]), 0, weights, t * v, v);
        } else {
          Arrays.fill(weights, t * v, (t + 1) * v, 0);
          weights[t * v + labels[t]] = 1;
        }
      }
      return run(unary, pairwise, labels.length, partial.completions(), weights);
    }

    /** Adds the marginals of a lattice, {@code [T×V]}, and its expected transitions. */
    void addExpectations(ChainLattice lattice, double[] unaryInOut, double[] pairwiseInOut) {
      int pairs = lattice.labelCount * lattice.labelCount;
      int scores = lattice.length * lattice.labelCount;
      marginals = Workspace.ensure(marginals, scores);
      transitions = Workspace.ensure(transitions, pairs);
      lattice.marginals(marginals);
      lattice.expectedTransitions(transitions);
      ScaledSums.add(1, marginals, scores, unaryInOut);
      ScaledSums.add(1, transitions, pairs, pairwiseInOut);
    }
  }

  private static Sequences sequences(Workspace workspace) {
    return workspace.scratch(Sequences.class, Sequences::new);
  }

  private static Completions completions(Workspace workspace) {
    return workspace.scratch(Completions.class, Completions::new);
  }

  @Override
  public double logLikelihood(
      double[] unary, double[] pairwise, int[] labels, Workspace workspace) {
    Sequences all = sequences(workspace);
    double logPartition = all.scaled.forward(unary, pairwise, labels.length, everything, null);
    if (Double.isNaN(logPartition)) {
      logPartition = all.run(unary, pairwise, labels.length, everything, null).logPartition;
    }
    if (PartialLabels.isPartial(labels)) {
      return completions(workspace).run(unary, pairwise, labels, partial).logPartition
          - logPartition;
    }
    return score(unary, pairwise, labels) - logPartition;
  }

  @Override
  public SentenceBatch batch(int[][] labels) {
    boolean allKnown = Arrays.stream(labels).noneMatch(PartialLabels::isPartial);
    boolean pays = labelCount <= FEW_LABELS || labels.length >= PackedChain.WIDTH;
    return allKnown && pays
        ? new PackedChain(this, labels)
        : DifferentiableLikelihood.super.batch(labels);
  }

  @Override
  public double logLikelihoodAndGradient(
      double[] unary,
      double[] pairwise,
      int[] labels,
      Workspace workspace,
      double[] unaryGradOut,
      double[] pairwiseGradOut) {
    int length = labels.length;
    ChainLattice lattice = sequences(workspace).run(unary, pairwise, length, everything, null);
    lattice.marginals(unaryGradOut);
    lattice.expectedTransitions(pairwiseGradOut);
    for (int i = 0; i < length * labelCount; i++) {
      unaryGradOut[i] = -unaryGradOut[i];
    }
    for (int i = 0; i < labelCount * labelCount; i++) {
      pairwiseGradOut[i] = -pairwiseGradOut[i];
    }
    if (PartialLabels.isPartial(labels)) {
      Completions completions = completions(workspace);
      ChainLattice possible = completions.run(unary, pairwise, labels, partial);
      completions.addExpectations(possible, unaryGradOut, pairwiseGradOut);
      return possible.logPartition - lattice.logPartition;
    }
    for (int t = 0; t < length; t++) {
      unaryGradOut[t * labelCount + labels[t]] += 1;
      if (t > 0) {
        pairwiseGradOut[labels[t - 1] * labelCount + labels[t]] += 1;
      }
    }
    return score(unary, pairwise, labels) - lattice.logPartition;
  }

  private double score(double[] unary, double[] pairwise, int[] labels) {
    double score = 0;
    for (int t = 0; t < labels.length; t++) {
      score += unary[t * labelCount + labels[t]];
      if (t > 0) {
        score += pairwise[labels[t - 1] * labelCount + labels[t]];
      }
    }
    return score;
  }

  private static final class Trellis {
    private double[] best = {};
    private double[] next = {};
    private int[] back = {};

    void grow(int length, int labels) {
      best = Workspace.ensure(best, labels);
      next = Workspace.ensure(next, labels);
      back = Workspace.ensure(back, length * labels);
    }
  }

  @Override
  public double bestPath(
      double[] unary,
      double[] pairwise,
      int length,
      LabelConstraints allowed,
      Workspace workspace,
      int[] pathOut) {
    Checks.atLeast("length", length, 1);
    int v = labelCount;
    Trellis trellis = workspace.scratch(Trellis.class, Trellis::new);
    trellis.grow(length, v);
    double[] best = trellis.best;
    double[] next = trellis.next;
    int[] back = trellis.back;
    for (int to = 0; to < v; to++) {
      best[to] = allowed.start()[to] ? unary[to] : Double.NEGATIVE_INFINITY;
    }
    boolean[] transition = allowed.transition();
    for (int t = 1; t < length; t++) {
      Arrays.fill(next, 0, v, Double.NEGATIVE_INFINITY);
      int row = t * v;
      for (int from = 0; from < v; from++) {
        double reached = best[from];
        if (reached == Double.NEGATIVE_INFINITY) {
          continue;
        }
        for (int to = 0; to < v; to++) {
          double candidate = reached + pairwise[from * v + to];
          if (transition[from * v + to] && candidate > next[to]) {
            next[to] = candidate;
            back[row + to] = from;
          }
        }
      }
      for (int to = 0; to < v; to++) {
        best[to] = next[to] + unary[row + to];
      }
    }
    int last = 0;
    double score = Double.NEGATIVE_INFINITY;
    for (int label = 0; label < v; label++) {
      if (allowed.end()[label] && best[label] > score) {
        score = best[label];
        last = label;
      }
    }
    if (score == Double.NEGATIVE_INFINITY) {
      Arrays.fill(pathOut, 0, length, 0);
      return score;
    }
    pathOut[length - 1] = last;
    for (int t = length - 1; t > 0; t--) {
      pathOut[t - 1] = back[t * v + pathOut[t]];
    }
    return score;
  }

  @Override
  public List<int[]> bestPaths(
      double[] unary, double[] pairwise, int length, LabelConstraints allowed, int count) {
    Checks.atLeast("length", length, 1);
    Checks.capacity("unary", unary.length, (long) length * labelCount, "[T×V]");
    Checks.length("pairwise", pairwise.length, (long) labelCount * labelCount, "[V×V]");
    return new BestPaths(unary, pairwise, length, allowed, Checks.atLeast("count", count, 1))
        .find();
  }
}
