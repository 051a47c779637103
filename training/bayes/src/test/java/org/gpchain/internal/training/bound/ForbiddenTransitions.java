package org.gpchain.internal.training.bound;

import org.gpchain.core.likelihood.SequenceLikelihood;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.LogSumExp;

/**
 * An example of a custom likelihood: a linear chain over the sequences that have only allowed
 * transitions, {@code log p(y | f, g) = score(y) − log Σ_allowed exp score}. It has values, but no
 * gradient.
 */
final class ForbiddenTransitions implements SequenceLikelihood {
  private final int labelCount;
  private final boolean[] allowed;

  /**
   * Creates the likelihood.
   *
   * @param labelCount number of labels V
   * @param allowed whether a label may follow another, {@code [V×V]}, index {@code from*V+to}; each
   *     label must have a successor; copied
   */
  ForbiddenTransitions(int labelCount, boolean[] allowed) {
    Checks.length("allowed", allowed.length, (long) labelCount * labelCount, "[V×V]");
    this.labelCount = labelCount;
    this.allowed = allowed.clone();

    for (int from = 0; from < labelCount; from++) {
      boolean any = false;
      for (int to = 0; to < labelCount; to++) {
        any |= allowed[from * labelCount + to];
      }
      if (!any) {
        throw new IllegalArgumentException("no label may follow label " + from);
      }
    }
  }

  @Override
  public int labelCount() {
    return labelCount;
  }

  /** Scratch space for the log sums of paths that end in each label, and for their terms. */
  private static final class Forward {
    private double[] now = {};
    private double[] before = {};
    private double[] terms = {};
  }

  @Override
  public double logLikelihood(
      double[] unary, double[] pairwise, int[] labels, Workspace workspace) {
    double score = unary[labels[0]];
    for (int t = 1; t < labels.length; t++) {
      int transition = labels[t - 1] * labelCount + labels[t];
      if (!allowed[transition]) {
        return Double.NEGATIVE_INFINITY;
      }
      score += pairwise[transition] + unary[t * labelCount + labels[t]];
    }
    return score - logPartition(unary, pairwise, labels.length, workspace);
  }

  private double logPartition(double[] unary, double[] pairwise, int length, Workspace workspace) {
    Forward forward = workspace.scratch(Forward.class, Forward::new);
    forward.now = Workspace.ensure(forward.now, labelCount);
    forward.before = Workspace.ensure(forward.before, labelCount);
    forward.terms = Workspace.ensure(forward.terms, labelCount);
    System.arraycopy(unary, 0, forward.now, 0, labelCount);

    for (int t = 1; t < length; t++) {
      System.arraycopy(forward.now, 0, forward.before, 0, labelCount);
      for (int to = 0; to < labelCount; to++) {
        for (int from = 0; from < labelCount; from++) {
          int transition = from * labelCount + to;
          forward.terms[from] =
              allowed[transition]
                  ? forward.before[from] + pairwise[transition]
                  : Double.NEGATIVE_INFINITY;
        }
        double paths = LogSumExp.of(forward.terms, 0, labelCount);
        forward.now[to] = unary[t * labelCount + to] + paths;
      }
    }
    return LogSumExp.of(forward.now, 0, labelCount);
  }
}
