package org.gpchain.internal.training.hyper;

import java.util.function.Consumer;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.internal.core.math.DenseColumns;
import org.gpchain.internal.core.math.DoubleTable;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.objective.SentenceLoss;
import org.gpchain.internal.training.optim.AverageGradients;
import org.gpchain.internal.training.optim.AverageGradients.Estimate;
import org.gpchain.internal.training.optim.GradientTable;
import org.gpchain.internal.training.optim.Precision;

/**
 * Estimates the prior variances of feature groups by fixed-point iteration of the evidence (MacKay
 * 1992): {@code σ_g² = Σ w² / γ_g}, the sum of the squared weights of the group divided by its
 * number of well-determined parameters, {@code γ_g = Σ 1 − s_d / σ_g²}. The posterior variance s_d
 * of a weight is approximated with the diagonal of the Hessian, {@code 1/s_d = 1/σ_g² + Σ_t x_td²
 * p_t (1 − p_t)}.
 *
 * <p>The diagonal approximation ignores that features are correlated, and counts the same evidence
 * several times. As a result, all variances are too small by about the same factor. Their ratios,
 * however, are learned from all sentences in a few rounds, without holding out any.
 */
final class DiagonalEvidence {
  /**
   * Minimum sum of the squared weights of a group. It keeps the log variance of an unneeded group
   * finite.
   */
  private static final double MIN_SQUARES = 1e-9;

  private final LabeledRows corpus;
  private final TiedColumns columns;
  private final DifferentiableLikelihood likelihood;
  private final long seed;

  /** Optimizer of the mean; null before the first round. */
  private AverageGradients mean;

  /**
   * Creates an estimator whose mean starts at zero.
   *
   * @param corpus the training sentences; not modified
   * @param groupOfFeature group of each column, {@code [D]}; not copied
   * @param likelihood likelihood of a sentence, whose gradient is the labels minus their marginals
   * @param seed seed of the order in which the optimizer of the mean visits sentences
   */
  DiagonalEvidence(
      LabeledRows corpus, int[] groupOfFeature, DifferentiableLikelihood likelihood, long seed) {
    this.columns = TiedColumns.of(corpus.rows(), corpus.rows().select(new int[0]), groupOfFeature);
    this.corpus = corpus.withRows(columns.tie(corpus.rows()));
    this.likelihood = likelihood;
    this.seed = seed;
  }

  /**
   * Performs one round: optimizes the mean under the given variances, then updates the variances of
   * the groups. A group without features keeps its variance.
   *
   * @param logVariances log variances of the groups, which are updated, and of the transitions,
   *     which is not; {@code [G+1]}
   * @param effort limits of the optimization, which starts at the result of the last round
   * @param listener receives each pass of the optimization
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
        logVariances[g] = Math.log(Math.max(MIN_SQUARES, squares[g]) / determined[g]);
      }
    }
    KernelLearner.clamp(logVariances);
  }

  /**
   * Returns the diagonal of the negative log likelihood's Hessian, {@code Σ_t x_td² p_t (1 − p_t)},
   * {@code [columns×V]}. For unknown labels, p is replaced by the difference between the marginals
   * with and without the annotations, so that tokens without information contribute nothing.
   *
   * @param scoreGradients gradient of each token's scores, {@code [T×V]}: the labels minus their
   *     marginals
   */
  private double[] curvature(GradientTable scoreGradients) {
    SparseRows rows = corpus.rows();
    int v = corpus.labelCount();
    double[] sums = new double[columns.count * v];
    double[] rowCurvature = new double[v];
    DenseColumns dense = rows.dense();
    DoubleTable denseSums = new DoubleTable(sums, rows.sparseCount() * v, v);
    for (int row = 0; row < corpus.tokenCount(); row++) {
      for (int a = 0; a < v; a++) {
        // The absolute gradient is 1 − p for the gold label, and p for the others.
        double error = Math.min(1, Math.abs(scoreGradients.get(row * v + a)));
        rowCurvature[a] = error * (1 - error);
      }
      for (int i = rows.start(row); i < rows.start(row + 1); i++) {
        double square = (double) rows.value(i) * rows.value(i);
        ScaledSums.add(square, rowCurvature, 0, v, sums, rows.column(i) * v);
      }
      if (dense != null) {
        dense.addSquares(row, rowCurvature, denseSums);
      }
    }
    return sums;
  }
}
