package org.gpchain.training.vi;

import java.util.Arrays;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.SparseRows;
import org.gpchain.training.optim.StochasticObjective;

/**
 * The negative evidence lower bound as a function of the decoupled posterior's means, the
 * covariances being fixed: {@code −Σ_n E_q[log p(y_n | f_n, g)] + ½ ‖w̃‖² + ½ ‖g̃‖²}, up to what
 * the covariances contribute to the divergence. Without samples it is the negative log posterior of
 * the plug-in mean.
 *
 * <p>Parameters are whitened: a weight is {@code w_d = s_d w̃_d} with the prior standard deviation
 * s_d, and {@code g = σ_b g̃}. Layout: {@code w̃ [D×V]} row-major, then {@code g̃ [V×V]}.
 *
 * <p>The gradient is pulled back column by column (over the transposed features), so that each sum
 * has one owner and one order whatever the number of threads, and no thread needs a gradient of its
 * own.
 */
public final class MeanObjective implements StochasticObjective {
  private static final int COLUMNS_A_BLOCK = 2048;

  private final LabeledRows corpus;
  private final SparseRows columns;
  private final double[] scale;
  private final double pairwiseScale;
  private final FixedSamples samples;
  private final Parallel parallel;
  private final ExpectedLogLikelihood likelihood;
  private final ExpectedLogLikelihood.Gradients latent;

  /**
   * Prepares the objective at the plug-in mean, without samples.
   *
   * @param corpus the training sentences
   * @param scale prior standard deviation of each feature's weight, {@code [D]}, or zero to leave a
   *     feature out; kept
   * @param pairwiseScale prior standard deviation σ_b of the transition scores; zero for a model
   *     without transitions
   * @param estimator of the expected log-likelihood
   * @param parallel for sentences and columns
   */
  public MeanObjective(
      LabeledRows corpus,
      double[] scale,
      double pairwiseScale,
      GradientEstimator estimator,
      Parallel parallel) {
    Checks.length("scale", scale.length, corpus.rows().columnCount(), "[D]");
    this.corpus = corpus;
    this.columns = corpus.rows().transpose();
    this.scale = scale;
    this.pairwiseScale = pairwiseScale;
    this.samples = null;
    this.parallel = parallel;
    this.likelihood = new ExpectedLogLikelihood(corpus, estimator, parallel);
    this.latent = ExpectedLogLikelihood.Gradients.of(corpus, false);
  }

  private MeanObjective(MeanObjective other, FixedSamples samples) {
    this.corpus = other.corpus;
    this.columns = other.columns;
    this.scale = other.scale;
    this.pairwiseScale = other.pairwiseScale;
    this.samples = samples;
    this.parallel = other.parallel;
    this.likelihood = other.likelihood;
    this.latent = other.latent;
  }

  /**
   * The same objective with the expectation taken over samples. Shares its buffers with this one:
   * use one of them at a time.
   *
   * @param fixed deviations from the means; kept
   */
  public MeanObjective withSamples(FixedSamples fixed) {
    return new MeanObjective(this, fixed);
  }

  @Override
  public int parameterCount() {
    int v = corpus.labelCount();
    return Math.addExact(Math.multiplyExact(scale.length, v), v * v);
  }

  @Override
  public int size() {
    return corpus.sentenceCount();
  }

  /**
   * The value does not depend on the seed: the samples are fixed.
   *
   * <p>{@inheritDoc}
   */
  @Override
  public double valueAndGradient(
      double[] parameters, int[] batch, long seed, double[] gradientOut) {
    Checks.length("parameters", parameters.length, parameterCount(), "[D·V + V·V]");
    if (batch.length < corpus.sentenceCount()) {
      Arrays.fill(latent.unary(), 0);
    }
    double factor = (double) corpus.sentenceCount() / batch.length;
    double[] pairwise = pairwise(parameters);
    double logLikelihood =
        likelihood.evaluate(
            batch,
            (n, out) -> unaryMean(parameters, n, out),
            pairwise,
            n -> samples == null ? null : samples.of(n),
            latent);
    double squares =
        parallel.sum(
            scale.length,
            COLUMNS_A_BLOCK,
            (worker, from, to) -> pullBack(parameters, factor, from, to, gradientOut));
    int base = scale.length * corpus.labelCount();
    for (int i = 0; i < pairwise.length; i++) {
      double whitened = parameters[base + i];
      squares += whitened * whitened;
      gradientOut[base + i] = whitened - factor * pairwiseScale * latent.pairwise()[i];
    }
    return 0.5 * squares - factor * logLikelihood;
  }

  /**
   * The transition scores g of a parameter vector.
   *
   * @param parameters not modified
   * @return {@code [V×V]}; a new array
   */
  public double[] pairwise(double[] parameters) {
    int v = corpus.labelCount();
    double[] pairwise = new double[v * v];
    for (int i = 0; i < v * v; i++) {
      pairwise[i] = pairwiseScale * parameters[scale.length * v + i];
    }
    return pairwise;
  }

  /**
   * The mean of f for one sentence: {@code Σ_d s_d w̃_d} over the active features of each token.
   */
  private void unaryMean(double[] parameters, int sentence, double[] out) {
    int v = corpus.labelCount();
    SparseRows rows = corpus.rows();
    int first = corpus.sentenceStart()[sentence];
    for (int t = 0; t < corpus.length(sentence); t++) {
      int row = t * v;
      Arrays.fill(out, row, row + v, 0);
      for (int i = rows.start(first + t); i < rows.start(first + t + 1); i++) {
        addRow(parameters, rows.column(i) * v, scale[rows.column(i)], out, row, v);
      }
    }
  }

  private static void addRow(
      double[] from, int fromBase, double factor, double[] to, int toBase, int count) {
    for (int a = 0; a < count; a++) {
      to[toBase + a] += factor * from[fromBase + a];
    }
  }

  /** Writes the gradient of the columns {@code [from, to)}; returns their squared parameters. */
  private double pullBack(
      double[] parameters, double factor, int from, int to, double[] gradientOut) {
    int v = corpus.labelCount();
    double[] unary = latent.unary();
    double squares = 0;
    for (int d = from; d < to; d++) {
      int base = d * v;
      double weight = -factor * scale[d];
      System.arraycopy(parameters, base, gradientOut, base, v);
      for (int i = columns.start(d); i < columns.start(d + 1); i++) {
        addRow(unary, columns.column(i) * v, weight, gradientOut, base, v);
      }
      for (int a = base; a < base + v; a++) {
        squares += parameters[a] * parameters[a];
      }
    }
    return squares;
  }

  /**
   * The expected curvatures at given means, from which covariances have a closed form.
   *
   * @param parameters means; not modified
   */
  public Curvature curvature(double[] parameters) {
    ExpectedLogLikelihood.Gradients table = ExpectedLogLikelihood.Gradients.of(corpus, true);
    likelihood.evaluate(
        likelihood.everySentence(),
        (n, out) -> unaryMean(parameters, n, out),
        pairwise(parameters),
        n -> samples == null ? null : samples.of(n),
        table);
    return new Curvature(table.unaryCurvature(), table.pairwiseCurvature());
  }

  /**
   * Expected curvatures of the log-likelihood.
   *
   * @param unary {@code E[p(1−p)]} of each token and label, {@code [tokens×V]}
   * @param pairwise of each transition, summed over sentences, {@code [V×V]}
   */
  public record Curvature(double[] unary, double[] pairwise) {}
}
