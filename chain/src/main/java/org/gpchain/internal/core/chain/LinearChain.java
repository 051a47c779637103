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
 * The linear-chain likelihood, also called structured softmax: {@code log p(y | f, g) = Σ_t f(t,
 * y_t) + Σ_t g(y_{t-1}, y_t) − log Z(f, g)}. Its gradient is the gold counts minus the marginals.
 *
 * <p>Forward–backward runs on scaled probabilities, which is several times faster than on
 * logarithms. If the scores of a sentence are too far apart for scaled probabilities, it is
 * repeated on logarithms.
 *
 * <p>If some labels of a sentence are unknown, the likelihood is the sum over its completions, or
 * the expected log likelihood over the completions, see {@link PartialLabels}. The gradient is then
 * the expected counts over the completions minus the expected counts over all sequences.
 */
public final class LinearChain implements DifferentiableLikelihood, MarginalInference {
  private final int labelCount;
  private final LabelConstraints unconstrained;

  /** Weights of unknown labels; null if all labels are known. */
  private final PartialLabels partial;

  /** The transitions {@code from*V+to} that have scores, ascending; null if all have. */
  private final int[] scoredPairs;

  /** The transitions of {@link #scoredPairs}; null if all transitions have scores. */
  private final SparseTransitions scored;

  /** Creates a chain for sentences whose labels are all known. */
  public LinearChain(int labelCount) {
    this(labelCount, null);
  }

  /**
   * Creates a chain for sentences that may have unknown labels.
   *
   * @param partial weights of unknown labels; null if all labels are known
   */
  public LinearChain(int labelCount, PartialLabels partial) {
    this(labelCount, partial, null);
  }

  /**
   * Returns a chain whose likelihood has scores for some transitions only. All other transitions
   * have the score zero, just as features that do not occur in the training data have none in other
   * conditional random fields. Time and memory of the likelihood are then proportional to the
   * number of labels instead of its square. Inference (lattices and best paths) still takes the
   * scores of all transitions.
   *
   * @param pairs {@code from*V+to} of the transitions with scores, ascending; kept, not copied
   */
  public static LinearChain ofTransitions(int labelCount, int[] pairs) {
    return new LinearChain(labelCount, null, pairs);
  }

  private LinearChain(int labelCount, PartialLabels partial, int[] scoredPairs) {
    this.labelCount = Checks.atLeast("labelCount", labelCount, 1);
    this.unconstrained = LabelConstraints.none(labelCount);
    this.partial = partial;
    this.scoredPairs = scoredPairs;
    this.scored = scoredPairs == null ? null : SparseTransitions.of(labelCount, scoredPairs);
  }

  @Override
  public int labelCount() {
    return labelCount;
  }

  @Override
  public int pairwiseCount() {
    return scoredPairs == null ? labelCount * labelCount : scoredPairs.length;
  }

  @Override
  public double[] transitions(double[] pairwise) {
    if (scoredPairs == null) {
      return pairwise;
    }
    double[] transitions = new double[labelCount * labelCount];
    for (int i = 0; i < scoredPairs.length; i++) {
      transitions[scoredPairs[i]] = pairwise[i];
    }
    return transitions;
  }

  /**
   * Returns the scores of the transitions that have one. This is the reverse of {@link
   * #transitions}. If all transitions have scores, the result is the argument itself.
   *
   * @param transitions {@code [V×V]}; not modified
   */
  public double[] pairwise(double[] transitions) {
    if (scoredPairs == null) {
      return transitions;
    }
    return Arrays.stream(scoredPairs).mapToDouble(pair -> transitions[pair]).toArray();
  }

  /**
   * Returns the index of a transition's score, or a negative number if it has none.
   *
   * @param scoreCount length of the array of scores, which is V·V or that of {@link #scoredPairs}
   */
  private int scoreIndex(int scoreCount, int from, int to) {
    int pair = from * labelCount + to;
    if (scoreCount == labelCount * labelCount) {
      return pair;
    }
    return Arrays.binarySearch(scoredPairs, pair);
  }

  @Override
  public Lattice lattice(
      double[] unary,
      double[] pairwise,
      int length,
      LabelConstraints allowed,
      Workspace workspace) {
    check(unary, pairwise, length);
    return sequences(workspace).run(LatticeInput.of(unary, pairwise, length, allowed));
  }

  private void check(double[] unary, double[] pairwise, int length) {
    Checks.atLeast("length", length, 1);
    Checks.capacity("unary", unary.length, (long) length * labelCount, "[T×V]");
    Checks.length("pairwise", pairwise.length, (long) labelCount * labelCount, "[V×V]");
  }

  /**
   * Forward–backward on scaled probabilities or, if these are not accurate enough, on logarithms.
   */
  private static class Sequences {
    final ScaledLattice scaled = new ScaledLattice();
    private final LogLattice logarithmic = new LogLattice();

    ChainLattice run(LatticeInput input) {
      if (scaled.run(input)) {
        return scaled;
      }
      logarithmic.run(input);
      return logarithmic;
    }
  }

  /**
   * Forward–backward over the completions of a partly labeled sentence. If all unknown labels have
   * probabilities, the lattice uses their weights alone, without scores. It has its own scratch
   * space, so that the lattice over all sequences stays valid.
   */
  static final class Completions extends Sequences {
    private double[] weights = {};
    private double[] marginals = {};
    private double[] transitions = {};
    private double[] zeros = {};

    /** Whether the likelihood of the sentence is an expected log likelihood. */
    private boolean isExpectation;

    /**
     * Runs forward–backward.
     *
     * @param labels label numbers or, for unknown labels, codes of rows of {@code partial}
     */
    ChainLattice run(double[] unary, double[] pairwise, int[] labels, PartialLabels partial) {
      int v = partial.completions().labelCount();
      int length = labels.length;
      weights = Workspace.ensure(weights, length * v);
      for (int t = 0; t < length; t++) {
        if (PartialLabels.isUnknown(labels[t])) {
          System.arraycopy(partial.weights(labels[t]), 0, weights, t * v, v);
        } else {
          Arrays.fill(weights, t * v, (t + 1) * v, 0);
          weights[t * v + labels[t]] = 1;
        }
      }

      isExpectation = partial.hasOnlyProbabilities(labels);
      LabelConstraints allowed = partial.completions();
      if (!isExpectation) {
        return run(new LatticeInput(unary, pairwise, length, allowed, weights, null));
      }
      zeros = Workspace.ensure(zeros, v * Math.max(v, length));
      ChainLattice lattice = run(new LatticeInput(zeros, zeros, length, allowed, weights, null));
      computeExpectations(lattice);
      return lattice;
    }

    private void computeExpectations(ChainLattice lattice) {
      marginals = Workspace.ensure(marginals, lattice.length * lattice.labelCount);
      transitions = Workspace.ensure(transitions, lattice.labelCount * lattice.labelCount);
      lattice.marginals(marginals);
      lattice.expectedTransitions(transitions);
    }

    /** Adds the marginals of the lattice, {@code [T×V]}, and its expected transitions. */
    void addExpectations(ChainLattice lattice, double[] unaryInOut, double[] pairwiseInOut) {
      if (!isExpectation) {
        computeExpectations(lattice);
      }
      ScaledSums.add(1, marginals, lattice.length * lattice.labelCount, unaryInOut);
      ScaledSums.add(1, transitions, lattice.labelCount * lattice.labelCount, pairwiseInOut);
    }

    /** Returns the log likelihood plus log Z. */
    double logScore(ChainLattice lattice, double[] unary, double[] pairwise) {
      if (!isExpectation) {
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

  /** Runs forward–backward over all label sequences. */
  private ChainLattice unconstrainedLattice(
      double[] unary, double[] pairwise, int length, Workspace workspace) {
    Sequences sequences = sequences(workspace);
    if (scored != null && sequences.scaled.run(unconstrainedInput(unary, pairwise, length))) {
      return sequences.scaled;
    }
    return sequences.run(LatticeInput.of(unary, transitions(pairwise), length, unconstrained));
  }

  private LatticeInput unconstrainedInput(double[] unary, double[] pairwise, int length) {
    return new LatticeInput(unary, pairwise, length, unconstrained, null, scored);
  }

  @Override
  public double logLikelihood(
      double[] unary, double[] pairwise, int[] labels, Workspace workspace) {
    ScaledLattice scaled = sequences(workspace).scaled;
    double logPartition = scaled.forward(unconstrainedInput(unary, pairwise, labels.length));
    if (Double.isNaN(logPartition)) {
      logPartition = unconstrainedLattice(unary, pairwise, labels.length, workspace).logPartition;
    }

    if (PartialLabels.isPartial(labels)) {
      Completions completions = completions(workspace);
      ChainLattice possible = completions.run(unary, pairwise, labels, partial);
      double logScore = completions.logScore(possible, unary, pairwise);
      return share(labels) * (logScore - logPartition);
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
    ChainLattice lattice = unconstrainedLattice(unary, pairwise, length, workspace);
    lattice.marginals(unaryGradOut);
    expectedTransitions(lattice, pairwiseGradOut);
    ScaledSums.scale(-1, unaryGradOut, 0, length * labelCount);
    ScaledSums.scale(-1, pairwiseGradOut, 0, pairwiseCount());

    if (PartialLabels.isPartial(labels)) {
      Completions completions = completions(workspace);
      ChainLattice possible = completions.run(unary, pairwise, labels, partial);
      completions.addExpectations(possible, unaryGradOut, pairwiseGradOut);
      double share = share(labels);
      ScaledSums.scale(share, unaryGradOut, 0, length * labelCount);
      ScaledSums.scale(share, pairwiseGradOut, 0, pairwiseCount());
      return share * (completions.logScore(possible, unary, pairwise) - lattice.logPartition);
    }

    addGoldCounts(labels, unaryGradOut, pairwiseGradOut);
    return score(unary, pairwise, labels) - lattice.logPartition;
  }

  /** Returns the factor of a partly labeled sentence's log likelihood. */
  private double share(int[] labels) {
    return partial.hasProbabilities(labels) ? partial.share() : 1;
  }

  private void addGoldCounts(int[] labels, double[] unaryInOut, double[] pairwiseInOut) {
    for (int t = 0; t < labels.length; t++) {
      unaryInOut[t * labelCount + labels[t]] += 1;
      if (t > 0) {
        int index = scoreIndex(pairwiseCount(), labels[t - 1], labels[t]);
        if (index >= 0) {
          pairwiseInOut[index] += 1;
        }
      }
    }
  }

  /** Writes the expected counts of the transitions that have scores. */
  private void expectedTransitions(ChainLattice lattice, double[] out) {
    if (scored == null || lattice.isSparse) {
      lattice.expectedTransitions(out);
    } else {
      double[] transitions = new double[labelCount * labelCount];
      lattice.expectedTransitions(transitions);
      System.arraycopy(pairwise(transitions), 0, out, 0, scoredPairs.length);
    }
  }

  /** Returns the sum of the scores of a label sequence. */
  private double score(double[] unary, double[] pairwise, int[] labels) {
    double score = 0;
    for (int t = 0; t < labels.length; t++) {
      score += unary[t * labelCount + labels[t]];
      if (t > 0) {
        int index = scoreIndex(pairwise.length, labels[t - 1], labels[t]);
        if (index >= 0) {
          score += pairwise[index];
        }
      }
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
    Viterbi viterbi = workspace.scratch(Viterbi.class, Viterbi::new);
    if (viterbi.find(unary, pairwise, length, allowed, pathOut)) {
      return score(unary, pairwise, pathOut);
    }
    return Double.NEGATIVE_INFINITY;
  }

  @Override
  public List<int[]> bestPaths(
      double[] unary, double[] pairwise, int length, LabelConstraints allowed, int count) {
    check(unary, pairwise, length);
    Checks.atLeast("count", count, 1);
    return new BestPaths(unary, pairwise, length, allowed, count).find();
  }
}
