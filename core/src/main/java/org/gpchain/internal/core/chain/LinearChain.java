package org.gpchain.internal.core.chain;

import java.util.Arrays;
import java.util.List;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.core.likelihood.LabelConstraints;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.likelihood.MarginalInference;
import org.gpchain.core.likelihood.PartialLabels;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.ScaledSums;

/**
 * The linear chain, or structured softmax: {@code log p(y | f, g) = Σ_t f(t, y_t) + Σ_t g(y_{t-1},
 * y_t) − log Z(f, g)}. Its gradient is gold counts minus marginals.
 *
 * <p>Forward–backward runs in scaled probabilities, which is several times faster than in
 * logarithms; a sentence whose scores are too far apart for that is done again in logarithms.
 *
 * <p>Where labels are not known, the likelihood is that of all completions together, or what is
 * expected of them, see {@link PartialLabels}. The gradient is the difference between two
 * expectations of the counts, those over the completions minus those over all sequences.
 */
public final class LinearChain implements DifferentiableLikelihood, MarginalInference {
  private final int labelCount;
  private final LabelConstraints everything;
  private final PartialLabels partial;

  /** Of the transitions with scores of their own, ascending; null for all. */
  private final int[] pairs;

  private final SparseTransitions own;

  public LinearChain(int labelCount) {
    this(labelCount, null);
  }

  /**
   * A chain for sentences some of whose labels may not be known.
   *
   * @param partial what is known of them; null if all labels are known
   */
  public LinearChain(int labelCount, PartialLabels partial) {
    this(labelCount, partial, null);
  }

  /**
   * A chain whose likelihood has scores of some transitions only. All others have the score zero,
   * as features that do not occur have in other conditional random fields. Time and memory then
   * grow with the number of labels, and not with its square. Inference has the scores of all
   * transitions.
   *
   * @param pairs {@code from*V+to} of those transitions, ascending; kept
   */
  public static LinearChain ofTransitions(int labelCount, int[] pairs) {
    return new LinearChain(labelCount, null, pairs);
  }

  private LinearChain(int labelCount, PartialLabels partial, int[] pairs) {
    this.labelCount = Checks.atLeast("labelCount", labelCount, 1);
    this.everything = LabelConstraints.none(labelCount);
    this.partial = partial;
    this.pairs = pairs;
    this.own = pairs == null ? null : SparseTransitions.of(labelCount, pairs);
  }

  @Override
  public int labelCount() {
    return labelCount;
  }

  @Override
  public int pairwiseCount() {
    return pairs == null ? labelCount * labelCount : pairs.length;
  }

  @Override
  public double[] transitions(double[] pairwise) {
    if (pairs == null) {
      return pairwise;
    }
    double[] all = new double[labelCount * labelCount];
    for (int i = 0; i < pairs.length; i++) {
      all[pairs[i]] = pairwise[i];
    }
    return all;
  }

  /**
   * The scores that this likelihood has; the same array if it has all of them.
   *
   * @param transitions {@code [V×V]}; not modified
   */
  public double[] pairwise(double[] transitions) {
    return pairs == null
        ? transitions
        : Arrays.stream(pairs).mapToDouble(pair -> transitions[pair]).toArray();
  }

  /** The index of the score of a transition among so many; negative if it has none. */
  private int index(int count, int from, int to) {
    int pair = from * labelCount + to;
    return count == labelCount * labelCount ? pair : Arrays.binarySearch(pairs, pair);
  }

  @Override
  public Lattice lattice(
      double[] unary,
      double[] pairwise,
      int length,
      LabelConstraints allowed,
      Workspace workspace) {
    check(unary, pairwise, length);
    return sequences(workspace).run(unary, pairwise, length, allowed, null);
  }

  private void check(double[] unary, double[] pairwise, int length) {
    Checks.atLeast("length", length, 1);
    Checks.capacity("unary", unary.length, (long) length * labelCount, "[T×V]");
    Checks.length("pairwise", pairwise.length, (long) labelCount * labelCount, "[V×V]");
  }

  /** Forward–backward in scaled probabilities or, where these do not do, in logarithms. */
  private static class Sequences {
    final ScaledLattice scaled = new ScaledLattice();
    private final LogLattice logarithmic = new LogLattice();

    ChainLattice run(
        double[] unary, double[] pairwise, int length, LabelConstraints allowed, double[] weights) {
      if (scaled.run(unary, pairwise, length, allowed, weights, null)) {
        return scaled;
      }
      logarithmic.run(unary, pairwise, length, allowed, weights);
      return logarithmic;
    }
  }

  /**
   * The completions of a partly labelled sentence, without scores where they have probabilities;
   * the logarithm of the sum over all of them is the log-partition function. The lattice over all
   * sequences stays valid beside it.
   */
  static final class Completions extends Sequences {
    private double[] weights = {};
    private double[] marginals = {};
    private double[] transitions = {};
    private double[] zeros = {};
    private boolean isExpected;

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
      isExpected = partial.isExpected(labels);
      if (!isExpected) {
        return run(unary, pairwise, labels.length, partial.completions(), weights);
      }
      zeros = Workspace.ensure(zeros, v * Math.max(v, labels.length));
      ChainLattice lattice = run(zeros, zeros, labels.length, partial.completions(), weights);
      expect(lattice);
      return lattice;
    }

    private void expect(ChainLattice lattice) {
      marginals = Workspace.ensure(marginals, lattice.length * lattice.labelCount);
      transitions = Workspace.ensure(transitions, lattice.labelCount * lattice.labelCount);
      lattice.marginals(marginals);
      lattice.expectedTransitions(transitions);
    }

    /** Adds the marginals of the lattice, {@code [T×V]}, and its expected transitions. */
    void addExpectations(ChainLattice lattice, double[] unaryInOut, double[] pairwiseInOut) {
      if (!isExpected) {
        expect(lattice);
      }
      ScaledSums.add(1, marginals, lattice.length * lattice.labelCount, unaryInOut);
      ScaledSums.add(1, transitions, lattice.labelCount * lattice.labelCount, pairwiseInOut);
    }

    /** The log likelihood but for −log Z. */
    double logScore(ChainLattice lattice, double[] unary, double[] pairwise) {
      if (!isExpected) {
        return lattice.logPartition;
      }
      return ScaledSums.product(marginals, 0, unary, 0, lattice.length * lattice.labelCount)
          + ScaledSums.product(transitions, 0, pairwise, 0, pairwise.length);
    }
  }

  private static Sequences sequences(Workspace workspace) {
    return workspace.scratch(Sequences.class, Sequences::new);
  }

  private static Completions completions(Workspace workspace) {
    return workspace.scratch(Completions.class, Completions::new);
  }

  /** Of all sequences. */
  private ChainLattice all(double[] unary, double[] pairwise, int length, Workspace workspace) {
    Sequences all = sequences(workspace);
    return own != null && all.scaled.run(unary, pairwise, length, everything, null, own)
        ? all.scaled
        : all.run(unary, transitions(pairwise), length, everything, null);
  }

  @Override
  public double logLikelihood(
      double[] unary, double[] pairwise, int[] labels, Workspace workspace) {
    Sequences all = sequences(workspace);
    double logPartition = all.scaled.forward(unary, pairwise, labels.length, everything, null, own);
    if (Double.isNaN(logPartition)) {
      logPartition = all(unary, pairwise, labels.length, workspace).logPartition;
    }
    if (PartialLabels.isPartial(labels)) {
      Completions completions = completions(workspace);
      ChainLattice possible = completions.run(unary, pairwise, labels, partial);
      double share = partial.isGuessed(labels) ? partial.share() : 1;
      return share * (completions.logScore(possible, unary, pairwise) - logPartition);
    }
    return score(unary, pairwise, labels) - logPartition;
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
    ChainLattice lattice = all(unary, pairwise, length, workspace);
    lattice.marginals(unaryGradOut);
    expectedTransitions(lattice, pairwiseGradOut);
    ScaledSums.scale(-1, unaryGradOut, 0, length * labelCount);
    ScaledSums.scale(-1, pairwiseGradOut, 0, pairwiseCount());
    if (PartialLabels.isPartial(labels)) {
      Completions completions = completions(workspace);
      ChainLattice possible = completions.run(unary, pairwise, labels, partial);
      completions.addExpectations(possible, unaryGradOut, pairwiseGradOut);
      double share = partial.isGuessed(labels) ? partial.share() : 1;
      ScaledSums.scale(share, unaryGradOut, 0, length * labelCount);
      ScaledSums.scale(share, pairwiseGradOut, 0, pairwiseCount());
      return share * (completions.logScore(possible, unary, pairwise) - lattice.logPartition);
    }
    for (int t = 0; t < length; t++) {
      unaryGradOut[t * labelCount + labels[t]] += 1;
      int pair = t > 0 ? index(pairwiseCount(), labels[t - 1], labels[t]) : -1;
      if (pair >= 0) {
        pairwiseGradOut[pair] += 1;
      }
    }
    return score(unary, pairwise, labels) - lattice.logPartition;
  }

  /** Of the transitions that this likelihood has scores of. */
  private void expectedTransitions(ChainLattice lattice, double[] out) {
    if (own == null || lattice.isSparse) {
      lattice.expectedTransitions(out);
    } else {
      double[] all = new double[labelCount * labelCount];
      lattice.expectedTransitions(all);
      System.arraycopy(pairwise(all), 0, out, 0, pairs.length);
    }
  }

  private double score(double[] unary, double[] pairwise, int[] labels) {
    double score = 0;
    for (int t = 0; t < labels.length; t++) {
      score += unary[t * labelCount + labels[t]];
      int pair = t > 0 ? index(pairwise.length, labels[t - 1], labels[t]) : -1;
      score += pair >= 0 ? pairwise[pair] : 0;
    }
    return score;
  }

  @Override
  public double bestPath(
      double[] unary,
      double[] pairwise,
      int length,
      LabelConstraints allowed,
      Workspace workspace,
      int[] pathOut) {
    check(unary, pairwise, length);
    return workspace
            .scratch(Viterbi.class, Viterbi::new)
            .find(unary, pairwise, length, allowed, pathOut)
        ? score(unary, pairwise, pathOut)
        : Double.NEGATIVE_INFINITY;
  }

  @Override
  public List<int[]> bestPaths(
      double[] unary, double[] pairwise, int length, LabelConstraints allowed, int count) {
    check(unary, pairwise, length);
    return new BestPaths(unary, pairwise, length, allowed, Checks.atLeast("count", count, 1))
        .find();
  }
}
