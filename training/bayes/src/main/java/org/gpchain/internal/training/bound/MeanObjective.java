package org.gpchain.internal.training.bound;

import java.util.Arrays;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.DenseColumns;
import org.gpchain.internal.core.math.DoubleTable;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.LatentSamples;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.optim.StochasticObjective;

/**
 * The negative evidence lower bound as a function of the decoupled posterior's means, with fixed
 * covariances: {@code −Σ_n E_q[log p(y_n | f_n, g)] + ½ Σ_i w_i² / s_i²} over weights and
 * transition scores, without the contribution of the covariances to the divergence. Without samples
 * it is the negative log posterior, whose minimum is the MAP estimate.
 *
 * <p>Parameters are whitened and preconditioned: {@code w_i = s_i w̃_i} with the prior standard
 * deviation s_i, and {@code w̃_i = p_i / c_i}, where {@code c_i² = 1 + κ n_i s_i²} estimates the
 * curvature of a feature whose squared values sum to n_i over all tokens. Without c, a quasi-Newton
 * method would have to learn that the curvature of a frequent feature is ten thousand times the
 * curvature of a rare one. Layout: {@code [D×V]} row-major, then {@code [V×V]}.
 *
 * <p>The gradient is pulled back column by column (over the transposed features), so that each sum
 * is computed by one thread in one order, and no thread needs its own gradient.
 */
public final class MeanObjective implements StochasticObjective {
  /** Number of columns that a thread processes at a time. */
  private static final int COLUMNS_PER_BLOCK = 2048;

  /** Estimate of p(1−p) near the optimum, averaged over tokens and labels. */
  private static final double KAPPA = 0.003;

  private final LabeledRows corpus;
  private final SparseRows columns;

  /** Factors s/c that turn parameters into weights, {@code [D·V + V²]}. */
  private final double[] scale;

  /** 1/c² of each parameter, which is the precision of its prior. */
  private final double[] precision;

  private final LatentSamples[] samples;
  private final Parallel parallel;
  private final ExpectedLogLikelihood likelihood;
  private final LatentGradient latent;

  /**
   * Creates the negative log posterior, without samples.
   *
   * @param corpus the sentences with their labels
   * @param scale prior standard deviation of each feature's weight, {@code [D]}, or zero to leave a
   *     feature out; not modified
   * @param pairwiseScale prior standard deviation σ_b of the transition scores; zero for a model
   *     without transitions
   * @param estimator estimator of a sentence's expected log-likelihood
   * @param parallel threads
   */
  public MeanObjective(
      LabeledRows corpus,
      double[] scale,
      double pairwiseScale,
      Pathwise estimator,
      Parallel parallel) {
    int v = corpus.labelCount();
    this.corpus = corpus;
    this.columns = corpus.rows().transpose();
    this.scale = deviations(corpus, scale, pairwiseScale);

    this.precision = new double[this.scale.length];
    double[] occurrences = corpus.rows().sumsOfSquares();
    double transitions = (double) corpus.tokenCount() / v;
    for (int i = 0; i < precision.length; i++) {
      double n = i / v < occurrences.length ? occurrences[i / v] : transitions;
      double deviation = this.scale[i];
      precision[i] = 1 / (1 + KAPPA * n * deviation * deviation);
      this.scale[i] *= Math.sqrt(precision[i]);
    }

    this.samples = null;
    this.parallel = parallel;
    this.likelihood = new ExpectedLogLikelihood(corpus, estimator, parallel);
    this.latent = LatentGradient.of(corpus.tokenCount(), v, false);
  }

  private static double[] deviations(LabeledRows corpus, double[] scale, double pairwiseScale) {
    Checks.length("scale", scale.length, corpus.rows().columnCount(), "[D]");
    int v = corpus.labelCount();
    int weights = Math.multiplyExact(scale.length, v);
    double[] deviations = new double[Math.addExact(weights, v * v)];
    Arrays.fill(deviations, pairwiseScale);
    for (int i = 0; i < weights; i++) {
      deviations[i] = scale[i / v];
    }
    return deviations;
  }

  private MeanObjective(MeanObjective other, LatentSamples[] samples) {
    this.corpus = other.corpus;
    this.columns = other.columns;
    this.scale = other.scale;
    this.precision = other.precision;
    this.samples = samples;
    this.parallel = other.parallel;
    this.likelihood = other.likelihood;
    this.latent = other.latent;
  }

  /**
   * Returns the same objective with the expectation taken over samples. It shares its buffers with
   * this objective: use one of them at a time.
   *
   * @param covariance covariance of f and g, for the same sentences
   * @param count number of samples S of a sentence
   * @param seed seed of the noise
   */
  public MeanObjective withSamples(LatentCovariance covariance, int count, long seed) {
    return new MeanObjective(this, covariance.draw(count, seed, parallel));
  }

  @Override
  public int parameterCount() {
    return scale.length;
  }

  /**
   * {@inheritDoc}
   *
   * <p>The value does not depend on the seed, because the samples are fixed.
   */
  @Override
  public double valueAndGradient(double[] parameters, long seed, double[] gradientOut) {
    Checks.length("parameters", parameters.length, parameterCount(), "[D·V + V·V]");
    double logLikelihood =
        likelihood.evaluate(weights(parameters), pairwise(parameters), samples, latent);

    double squares =
        parallel.sum(
            columns.rowCount(),
            COLUMNS_PER_BLOCK,
            (worker, from, to) -> pullBack(parameters, from, to, gradientOut));
    squares += pullBackVectors(parameters, gradientOut);
    int base = weightCount();
    System.arraycopy(latent.pairwise(), 0, gradientOut, base, latent.pairwise().length);
    squares += finish(parameters, base, scale.length, gradientOut);
    return 0.5 * squares - logLikelihood;
  }

  /**
   * Writes the gradient with respect to the weights of the columns {@code [from, to)}, and returns
   * the sum of their squared whitened weights.
   */
  private double pullBack(double[] parameters, int from, int to, double[] gradientOut) {
    int v = corpus.labelCount();
    double squares = 0;
    for (int d = from; d < to; d++) {
      Arrays.fill(gradientOut, d * v, (d + 1) * v, 0);
      columns.addSelected(d, latent.unary(), v, gradientOut, d * v);
      squares += finish(parameters, d * v, (d + 1) * v, gradientOut);
    }
    return squares;
  }

  /**
   * Writes the gradient with respect to the weights of dense columns, and returns the sum of their
   * squared whitened weights.
   */
  private double pullBackVectors(double[] parameters, double[] gradientOut) {
    DenseColumns dense = corpus.rows().dense();
    if (dense == null) {
      return 0;
    }

    int v = corpus.labelCount();
    int from = columns.rowCount() * v;
    Arrays.fill(gradientOut, from, weightCount(), 0);
    DoubleTable denseGradient = new DoubleTable(gradientOut, from, v);
    for (int n = 0; n < corpus.sentenceCount(); n++) {
      int first = corpus.sentenceStart()[n];
      DoubleTable slopes = new DoubleTable(latent.unary(), first * v, v);
      dense.addToTable(first, corpus.length(n), slopes, denseGradient);
    }
    return finish(parameters, from, weightCount(), gradientOut);
  }

  /**
   * Converts the gradient of the log-likelihood to the gradient of the objective, in place, and
   * returns the sum of the squared whitened parameters.
   */
  private double finish(double[] parameters, int from, int to, double[] gradientInOut) {
    double squares = 0;
    for (int i = from; i < to; i++) {
      double pull = precision[i] * parameters[i];
      gradientInOut[i] = pull - scale[i] * gradientInOut[i];
      squares += pull * parameters[i];
    }
    return squares;
  }

  private int weightCount() {
    return corpus.rows().columnCount() * corpus.labelCount();
  }

  /** Returns the transition scores g, {@code [V×V]}; a new array. */
  public double[] pairwise(double[] parameters) {
    return values(parameters, weightCount(), scale.length);
  }

  /** Returns the weights, {@code [D×V]} row-major; a new array. */
  public double[] weights(double[] parameters) {
    return values(parameters, 0, weightCount());
  }

  private double[] values(double[] parameters, int start, int end) {
    double[] values = new double[end - start];
    parallel.loop(
        values.length,
        COLUMNS_PER_BLOCK,
        (worker, from, to) -> {
          for (int i = from; i < to; i++) {
            values[i] = scale[start + i] * parameters[start + i];
          }
        });
    return values;
  }

  /**
   * Divides by {@code ∂w / ∂p}, which converts weights to parameters if the prior's mean is zero.
   * Weights with a prior variance of zero become zero.
   *
   * @param values weights, {@code [D·V + V·V]}; overwritten with parameters
   */
  public void divideByScale(double[] values) {
    Checks.length("values", values.length, parameterCount(), "[D·V + V·V]");
    for (int i = 0; i < values.length; i++) {
      if (scale[i] > 0) {
        values[i] /= scale[i];
      } else {
        values[i] = 0;
      }
    }
  }

  /**
   * Returns the latent gradient of all tokens at given means. The covariances follow in closed form
   * from its expected curvatures {@code E[p(1−p)]} and from the curvatures of the transitions,
   * which are summed over sentences.
   */
  public LatentGradient curvature(double[] parameters) {
    LatentGradient table = LatentGradient.of(corpus.tokenCount(), corpus.labelCount(), true);
    likelihood.evaluate(weights(parameters), pairwise(parameters), samples, table);
    return table;
  }
}
