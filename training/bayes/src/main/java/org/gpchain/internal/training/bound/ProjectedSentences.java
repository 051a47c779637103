package org.gpchain.internal.training.bound;

import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.gp.inducing.InducingProjection;
import org.gpchain.internal.gp.posterior.JointGaussian;
import org.gpchain.internal.gp.posterior.ProjectedSentence;
import org.gpchain.internal.gp.posterior.SparsePosterior;
import org.gpchain.internal.training.data.LabeledRows;

/**
 * The projections of the sentences of a corpus onto inducing points. Arrays are shared and must not
 * be modified.
 *
 * @param corpus the sentences
 * @param projection projection onto the inducing points
 * @param projected coordinates w of the tokens of each sentence, {@code [T×M]} row-major each
 * @param residual covariance K̃ of the residuals of each sentence, {@code [T×T]} row-major each
 */
public record ProjectedSentences(
    LabeledRows corpus, InducingProjection projection, double[][] projected, double[][] residual) {
  /** Number of rows of the scatter matrix that a thread computes at a time. */
  private static final int ROWS_PER_BLOCK = 16;

  /** Projects the sentences of a corpus in parallel. */
  public static ProjectedSentences of(
      LabeledRows corpus, InducingProjection projection, Parallel parallel) {
    double[][] projected = new double[corpus.sentenceCount()][];
    double[][] residual = new double[corpus.sentenceCount()][];

    parallel.each(
        projected.length,
        n -> {
          int first = corpus.sentenceStart()[n];
          int length = corpus.length(n);
          double[] block = new double[projection.size() * length];
          projection.project(corpus.rows(), first, length, block);
          projected[n] = SparsePosterior.transposed(block, projection.size(), length);
          residual[n] = projection.residual(corpus.rows(), first, length, block);
        });
    return new ProjectedSentences(corpus, projection, projected, residual);
  }

  /**
   * Returns the latent Gaussian of a sentence under a component of a posterior.
   *
   * @param component index of the component
   * @param sentence index of the sentence
   * @param held a Gaussian over the sentence whose covariances are reused; null to compute them
   */
  JointGaussian latent(SparsePosterior posterior, int component, int sentence, JointGaussian held) {
    ProjectedSentence projectedSentence =
        new ProjectedSentence(corpus.length(sentence), projected[sentence], residual[sentence]);
    return posterior.joint(component, projectedSentence, held);
  }

  /** Returns {@code Σ_t w_t²} over all tokens, {@code [M]}; large if there is much data. */
  double[] energy() {
    int m = projection.size();
    double[] energy = new double[m];
    for (double[] coordinates : projected) {
      for (int i = 0; i < coordinates.length; i++) {
        energy[i % m] += coordinates[i] * coordinates[i];
      }
    }
    return energy;
  }

  /** Returns {@code Σ_t w_t w_tᵀ} over all tokens, {@code [M×M]}. */
  public double[] scatter(Parallel parallel) {
    int m = projection.size();
    double[] scatter = new double[m * m];
    parallel.loop(m, ROWS_PER_BLOCK, (worker, from, to) -> addScatter(from, to, scatter));
    return scatter;
  }

  /** Adds to a range of rows of the scatter matrix. */
  private void addScatter(int from, int to, double[] scatter) {
    int m = projection.size();
    for (double[] coordinates : projected) {
      for (int token = 0; token < coordinates.length; token += m) {
        for (int i = from; i < to; i++) {
          ScaledSums.add(coordinates[token + i], coordinates, token, m, scatter, i * m);
        }
      }
    }
  }
}
