package org.gpchain.training.hyper;

import java.util.Arrays;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.SparseRows;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.objective.MeanObjective;
import org.gpchain.training.objective.Pathwise;
import org.gpchain.training.optim.Lbfgs;
import org.gpchain.training.optim.OptimizationResult;
import org.gpchain.training.optim.OptimizationResult.StopReason;
import org.gpchain.training.optim.ProgressListener;
import org.gpchain.training.optim.StopRule;

/**
 * Variances of feature groups by the fixed point of the evidence (MacKay 1992): {@code σ_g² = Σ w²
 * / γ_g}, the squared weights of the group over the number of its parameters that the sentences
 * determine, {@code γ_g = Σ 1 − s_d / σ_g²}. The posterior variance of a weight is taken from the
 * diagonal of the Hessian, {@code 1/s_d = 1/σ_g² + Σ_t x_td² p_t (1 − p_t)}.
 *
 * <p>A diagonal counts features that say the same as evidence many times over, so that all
 * variances come out too small by a factor; but how they compare with each other is learned from
 * all sentences in a few rounds, without choosing any of them to be held out.
 */
final class DiagonalEvidence {
  private static final int MEMORY = 10;

  private static final int MEAN_STEPS = 30;

  /** Squared weights at least, in all: a group that is not needed keeps a finite log variance. */
  private static final double LEAST_SQUARES = 1e-9;

  private final LabeledRows corpus;
  private final SparseRows columns;
  private final int[] groupOfFeature;
  private final MeanObjective firstObjective;
  private final Lbfgs lbfgs;

  /** Weights and transitions, {@code [D·V + V·V]}, from where the next round starts. */
  private double[] mean;

  /**
   * @param corpus the training sentences; kept
   * @param groupOfFeature the group of each column, {@code [D]}; kept
   * @param likelihood of a sentence's labels
   * @param seed of the optimiser
   * @param parallel for sentences and columns
   */
  DiagonalEvidence(
      LabeledRows corpus,
      int[] groupOfFeature,
      DifferentiableLikelihood likelihood,
      long seed,
      Parallel parallel) {
    this.corpus = corpus;
    this.columns = corpus.rows().transpose();
    this.groupOfFeature = groupOfFeature;
    double[] one = new double[groupOfFeature.length];
    Arrays.fill(one, 1);
    this.firstObjective = new MeanObjective(corpus, one, 1, new Pathwise(likelihood), parallel);
    this.lbfgs = new Lbfgs(MEMORY, seed, parallel);
    this.mean = new double[firstObjective.parameterCount()];
  }

  /**
   * Does one round: the mean under the variances as they are, then the variances. A group without
   * features keeps its own.
   *
   * @param logVariances {@code [G+1]}: of the groups, modified; of the transitions, not modified
   * @throws IllegalArgumentException if the likelihood is not a finite number
   */
  void update(double[] logVariances) {
    int groups = logVariances.length - 1;
    MeanObjective objective = LogVariances.prior(firstObjective, groupOfFeature, logVariances);
    objective.divideByScale(mean);
    OptimizationResult result =
        lbfgs.minimize(
            objective, mean, StopRule.afterIterations(MEAN_STEPS), ProgressListener.SILENT);
    if (result.reason() == StopReason.NOT_FINITE) {
      throw new IllegalArgumentException(
          "the log-likelihood of the training sentences must be a finite number, the objective was "
              + result.value());
    }
    double[] curvature = objective.curvature(result.parameters()).unary();
    mean = result.parameters();
    objective.multiplyByScale(mean);
    double[] squares = new double[groups];
    double[] determined = new double[groups];
    int v = corpus.labelCount();
    double[] precision = new double[v];
    for (int d = 0; d < groupOfFeature.length; d++) {
      int group = groupOfFeature[d];
      Arrays.fill(precision, 0);
      columns.addSelected(d, curvature, v, precision, 0);
      for (int a = 0; a < v; a++) {
        double ratio = Math.exp(logVariances[group]) * precision[a];
        squares[group] += mean[d * v + a] * mean[d * v + a];
        determined[group] += ratio / (1 + ratio);
      }
    }
    for (int g = 0; g < groups; g++) {
      if (determined[g] > 0) {
        logVariances[g] = Math.log(Math.max(LEAST_SQUARES, squares[g]) / determined[g]);
      }
    }
    LogVariances.restrict(logVariances);
  }
}
