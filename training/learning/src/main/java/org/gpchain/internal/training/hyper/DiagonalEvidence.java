package org.gpchain.internal.training.hyper;

import java.util.function.Consumer;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.internal.core.math.DenseColumns;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.objective.SentenceLoss;
import org.gpchain.internal.training.optim.AverageGradients;
import org.gpchain.internal.training.optim.AverageGradients.Estimate;
import org.gpchain.internal.training.optim.GradientTable;
import org.gpchain.internal.training.optim.Precision;

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
  /** Squared weights at least, in all: a group that is not needed keeps a finite log variance. */
  private static final double LEAST_SQUARES = 1e-9;

  private final LabeledRows corpus;
  private final TiedColumns columns;
  private final DifferentiableLikelihood likelihood;
  private final long seed;

  /** Null before the first round. */
  private AverageGradients mean;

  /**
   * @param groupOfFeature the group of each column, {@code [D]}; kept
   * @param likelihood of a sentence's labels, whose gradient is the labels less their marginals
   */
  DiagonalEvidence(
      LabeledRows corpus, int[] groupOfFeature, DifferentiableLikelihood likelihood, long seed) {
    this.columns = TiedColumns.of(corpus.rows(), corpus.rows().select(new int[0]), groupOfFeature);
    this.corpus = corpus.withRows(columns.tie(corpus.rows()));
    this.likelihood = likelihood;
    this.seed = seed;
  }

  /**
   * Does one round: the mean under the variances as they are, then the variances. A group without
   * features keeps its own.
   *
   * @param logVariances {@code [G+1]}: of the groups, modified; of the transitions, not modified
   * @param effort for the mean, from where the last round ended
   * @param listener hears of each pass of the mean
   * @throws IllegalArgumentException if the likelihood is not a finite number
   */
  void update(double[] logVariances, ValidationFold.Effort effort, Consumer<Estimate> listener) {
    Precision precision = columns.precision(logVariances);
    if (mean == null) {
      mean = new AverageGradients(SentenceLoss.sum(corpus, likelihood), precision, seed);
    } else {
      mean.setPrecision(precision);
    }
    mean.run(effort.passes(), effort.tolerance(), listener);
    double[] weights = mean.weights();
    double[] curvature = curvature(mean.scoreGradients());
    int groups = logVariances.length - 1;
    int v = corpus.labelCount();
    double[] squares = new double[groups];
    double[] determined = new double[groups];
    for (int c = 0; c < columns.count; c++) {
      for (int i = columns.start[c]; i < columns.start[c + 1]; i++) {
        int group = columns.groups[i];
        double variance = Math.exp(logVariances[group]);
        double share = variance * precision.columns()[c];
        for (int a = c * v; a < (c + 1) * v; a++) {
          double ratio = variance * curvature[a];
          squares[group] += columns.features[i] * share * share * weights[a] * weights[a];
          determined[group] += columns.features[i] * ratio / (1 + ratio);
        }
      }
    }
    for (int g = 0; g < groups; g++) {
      if (!Double.isFinite(squares[g])) {
        throw new IllegalArgumentException(
            "the log-likelihood of the training sentences must be a finite number; a weight of"
                + " feature group "
                + g
                + " is not");
      }
      if (determined[g] > 0) {
        logVariances[g] = Math.log(Math.max(LEAST_SQUARES, squares[g]) / determined[g]);
      }
    }
    KernelLearner.restrict(logVariances);
  }

  /**
   * {@code Σ_t x_td² p_t (1 − p_t)}, {@code [columns×V]}, from what the marginals are off by. Where
   * a label is not known, the difference between its marginals takes the place of p: what nothing
   * is known of determines nothing.
   */
  private double[] curvature(GradientTable excess) {
    SparseRows rows = corpus.rows();
    int v = corpus.labelCount();
    double[] sums = new double[columns.count * v];
    double[] ofRow = new double[v];
    DenseColumns dense = rows.dense();
    for (int row = 0; row < corpus.tokenCount(); row++) {
      for (int a = 0; a < v; a++) {
        // p, or 1 − p of the label itself
        double off = Math.min(1, Math.abs(excess.get(row * v + a)));
        ofRow[a] = off * (1 - off);
      }
      for (int i = rows.start(row); i < rows.start(row + 1); i++) {
        double square = (double) rows.value(i) * rows.value(i);
        ScaledSums.add(square, ofRow, 0, v, sums, rows.column(i) * v);
      }
      if (dense != null) {
        dense.addSquares(row, ofRow, v, sums, rows.sparseCount() * v);
      }
    }
    return sums;
  }
}
