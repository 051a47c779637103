package org.gpchain.training.objective;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.SparseRows;
import org.gpchain.core.posterior.LatentGradient;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.optim.StochasticObjective;

/**
 * The negative log posterior under a prior that is what earlier sentences have left behind: a mean
 * and a precision of each parameter,
 *
 * <pre>{@code −Σ_n log p(y_n | X_n w, g) + ½ Σ_i λ_i (w_i − m_i)²}</pre>
 *
 * over weights and transition scores. Parameters are {@code p_i = (w_i − m_i) / s_i} with {@code
 * s_i² = 1 / (λ_i + κ n)}, a guess of their curvature. Layout: {@code [D×V]} row-major, then {@code
 * [V×V]}.
 */
public final class AnchoredObjective implements StochasticObjective {
  private static final int COLUMNS_PER_BLOCK = 2048;

  /** Guess of p(1−p) of a token, averaged over tokens and labels, not far from the optimum. */
  private static final double KAPPA = 0.003;

  private final LabeledRows corpus;
  private final SparseRows columns;
  private final double[] mean;
  private final double[] precision;
  private final double[] scale;
  private final Parallel parallel;
  private final ExpectedLogLikelihood likelihood;
  private final LatentGradient latent;

  /**
   * @param mean m, {@code [D·V + V·V]}; kept
   * @param precision λ, of the same shape, positive; kept
   */
  public AnchoredObjective(
      LabeledRows corpus,
      double[] mean,
      double[] precision,
      DifferentiableLikelihood likelihood,
      Parallel parallel) {
    int v = corpus.labelCount();
    int d = corpus.rows().columnCount();
    Checks.length("mean", mean.length, (long) d * v + (long) v * v, "[D·V + V·V]");
    Checks.length("precision", precision.length, mean.length, "[D·V + V·V]");
    this.corpus = corpus;
    this.columns = corpus.rows().transpose();
    this.mean = mean;
    this.precision = precision;
    this.scale = new double[mean.length];
    double[] occurrences = corpus.rows().sumsOfSquares();
    double transitions = (double) corpus.tokenCount() / v;
    for (int i = 0; i < scale.length; i++) {
      Checks.positive("precision", precision[i]);
      double n = i < d * v ? occurrences[i / v] : transitions;
      scale[i] = 1 / Math.sqrt(precision[i] + KAPPA * n);
    }
    this.parallel = parallel;
    this.likelihood = new ExpectedLogLikelihood(corpus, new Pathwise(likelihood), parallel);
    this.latent = LatentGradient.of(corpus.tokenCount(), v, false);
  }

  /**
   * The diagonal of the negative log-likelihood's Hessian: {@code Σ_t x_td² p_tv (1 − p_tv)} of a
   * weight, of a transition score the sum of its squared gradients.
   *
   * @param weights {@code [D×V]} row-major; not modified
   * @param transitions {@code [V×V]}; not modified
   * @return {@code [D·V + V·V]}
   */
  public static double[] curvature(
      LabeledRows corpus,
      DifferentiableLikelihood likelihood,
      double[] weights,
      double[] transitions,
      Parallel parallel) {
    int v = corpus.labelCount();
    int[] all = IntStream.range(0, corpus.sentenceCount()).toArray();
    LatentGradient table = LatentGradient.of(corpus.tokenCount(), v, true);
    new ExpectedLogLikelihood(corpus, new Pathwise(likelihood), parallel)
        .evaluate(all, weights, transitions, null, table);
    double[] sums = new double[weights.length + transitions.length];
    System.arraycopy(table.pairwiseCurvature(), 0, sums, weights.length, transitions.length);
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
    return sums;
  }

  @Override
  public int parameterCount() {
    return mean.length;
  }

  @Override
  public int size() {
    return corpus.sentenceCount();
  }

  /** Weights and transition scores, {@code [D·V + V·V]}; a new array. */
  public double[] at(double[] parameters) {
    double[] values = mean.clone();
    for (int i = 0; i < values.length; i++) {
      values[i] += scale[i] * parameters[i];
    }
    return values;
  }

  /**
   * The value does not depend on the seed.
   *
   * <p>{@inheritDoc}
   */
  @Override
  public double valueAndGradient(
      double[] parameters, int[] batch, long seed, double[] gradientOut) {
    Checks.length("parameters", parameters.length, parameterCount(), "[D·V + V·V]");
    Checks.distinct("sentence of the batch", batch, size());
    if (batch.length < size()) {
      Arrays.fill(latent.unary(), 0);
    }
    double factor = (double) size() / batch.length;
    int weightCount = corpus.rows().columnCount() * corpus.labelCount();
    double[] values = at(parameters);
    double logLikelihood =
        likelihood.evaluate(
            batch,
            Arrays.copyOf(values, weightCount),
            Arrays.copyOfRange(values, weightCount, values.length),
            null,
            latent);
    double squares =
        parallel.sum(
            corpus.rows().columnCount(),
            COLUMNS_PER_BLOCK,
            (worker, from, to) -> pullBack(parameters, factor, from, to, gradientOut));
    for (int i = weightCount; i < values.length; i++) {
      squares += finish(i, parameters, factor * latent.pairwise()[i - weightCount], gradientOut);
    }
    return squares / 2 - factor * logLikelihood;
  }

  /** Writes the gradient of the columns {@code [from, to)}; returns their share of the prior. */
  private double pullBack(
      double[] parameters, double factor, int from, int to, double[] gradientOut) {
    int v = corpus.labelCount();
    double squares = 0;
    for (int d = from; d < to; d++) {
      Arrays.fill(gradientOut, d * v, (d + 1) * v, 0);
      columns.addSelected(d, latent.unary(), v, gradientOut, d * v);
      for (int i = d * v; i < (d + 1) * v; i++) {
        squares += finish(i, parameters, factor * gradientOut[i], gradientOut);
      }
    }
    return squares;
  }

  /** Writes one element of the gradient, given that of the log-likelihood; returns λ (w − m)². */
  private double finish(int i, double[] parameters, double slope, double[] gradientOut) {
    double step = scale[i] * parameters[i];
    gradientOut[i] = scale[i] * (precision[i] * step - slope);
    return precision[i] * step * step;
  }
}
