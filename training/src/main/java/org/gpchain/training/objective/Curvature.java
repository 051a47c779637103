package org.gpchain.training.objective;

import java.util.stream.IntStream;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.SparseRows;
import org.gpchain.core.posterior.LatentGradient;
import org.gpchain.training.data.LabeledRows;

/**
 * The diagonal of the negative log-likelihood's Hessian: {@code Σ_t x_td² p_tv (1 − p_tv)} of a
 * weight, of a transition score the sum of its squared gradients.
 *
 * @param weights {@code [D×V]} row-major
 * @param transitions {@code [V×V]}
 */
public record Curvature(double[] weights, double[] transitions) {
  private static final int COLUMNS_PER_BLOCK = 2048;

  /**
   * The curvature of a corpus.
   *
   * @param corpus whose labels
   * @param likelihood of the labels of a sentence
   * @param weights {@code [D×V]}; not modified
   * @param transitions {@code [V×V]}; not modified
   * @param parallel for sentences and columns
   */
  public static Curvature of(
      LabeledRows corpus,
      DifferentiableLikelihood likelihood,
      double[] weights,
      double[] transitions,
      Parallel parallel) {
    int v = corpus.labelCount();
    LatentGradient table = LatentGradient.of(corpus.tokenCount(), v, true);
    new ExpectedLogLikelihood(corpus, new Pathwise(likelihood), parallel)
        .evaluate(
            IntStream.range(0, corpus.sentenceCount()).toArray(),
            weights,
            transitions,
            null,
            table);
    double[] sums = new double[weights.length];
    SparseRows columns = corpus.rows().transpose();
    parallel.loop(
        columns.rowCount(),
        COLUMNS_PER_BLOCK,
        (worker, from, to) -> {
          for (int d = from; d < to; d++) {
            for (int i = columns.start(d); i < columns.start(d + 1); i++) {
              double square = (double) columns.value(i) * columns.value(i);
              for (int label = 0; label < v; label++) {
                sums[d * v + label] +=
                    square * table.unaryCurvature()[columns.column(i) * v + label];
              }
            }
          }
        });
    return new Curvature(sums, table.pairwiseCurvature());
  }
}
