package org.gpchain.training.objective;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.Seeds;
import org.gpchain.core.math.SparseRows;
import org.gpchain.core.posterior.InducingCovariance;
import org.gpchain.core.posterior.LatentGradient;
import org.gpchain.core.posterior.LatentSamples;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.optim.StochasticObjective;

/**
 * The negative evidence lower bound as a function of the decoupled posterior's means, the
 * covariances being fixed: {@code −Σ_n E_q[log p(y_n | f_n, g)] + ½ ‖w̃‖² + ½ ‖g̃‖²}, up to what
 * the covariances contribute to the divergence. Without samples it is the negative log posterior,
 * whose minimum is the MAP estimate.
 *
 * <p>Parameters are whitened and preconditioned: a weight is {@code w_d = s_d w̃_d} with the prior
 * standard deviation s_d, and {@code w̃_d = p_d / c_d}, where {@code c_d² = 1 + κ n_d s_d²} guesses
 * the curvature of a feature that n_d tokens have, or whose squared values add up to n_d. Without c
 * a quasi-Newton method would have to learn that a frequent feature is ten thousand times stiffer
 * than a rare one. Likewise for transitions, {@code g = σ_b p / c}. Layout: {@code p [D×V]}
 * row-major, then {@code [V×V]}.
 *
 * <p>The gradient is pulled back column by column (over the transposed features), so that each sum
 * has one owner and one order whatever the number of threads, and no thread needs its own gradient.
 */
public final class MeanObjective implements StochasticObjective {
  private static final int COLUMNS_PER_BLOCK = 2048;

  /** Guess of p(1−p) of a token, averaged over tokens and labels, not far from the optimum. */
  private static final double KAPPA = 0.003;

  private final LabeledRows corpus;
  private final SparseRows columns;
  private final double[] scale;
  private final double[] precision;
  private final double pairwiseScale;
  private final double pairwisePrecision;
  private final LatentSamples[] samples;
  private final Parallel parallel;
  private final ExpectedLogLikelihood likelihood;
  private final LatentGradient latent;

  /**
   * The negative log posterior, without samples.
   *
   * @param scale prior standard deviation of each feature's weight, {@code [D]}, or zero to leave a
   *     feature out; not modified
   * @param pairwiseScale prior standard deviation σ_b of the transition scores; zero for a model
   *     without transitions
   */
  public MeanObjective(
      LabeledRows corpus,
      double[] scale,
      double pairwiseScale,
      Pathwise estimator,
      Parallel parallel) {
    Checks.length("scale", scale.length, corpus.rows().columnCount(), "[D]");
    this.corpus = corpus;
    this.columns = corpus.rows().transpose();
    this.scale = new double[scale.length];
    this.precision = new double[scale.length];
    double[] occurrences = corpus.rows().sumsOfSquares();
    for (int d = 0; d < scale.length; d++) {
      precision[d] = 1 / (1 + KAPPA * occurrences[d] * scale[d] * scale[d]);
      this.scale[d] = scale[d] * Math.sqrt(precision[d]);
    }
    double transitions = (double) corpus.tokenCount() / corpus.labelCount();
    this.pairwisePrecision = 1 / (1 + KAPPA * transitions * pairwiseScale * pairwiseScale);
    this.pairwiseScale = pairwiseScale * Math.sqrt(pairwisePrecision);
    this.samples = null;
    this.parallel = parallel;
    this.likelihood = new ExpectedLogLikelihood(corpus, estimator, parallel);
    this.latent = LatentGradient.of(corpus.tokenCount(), corpus.labelCount(), false);
  }

  private MeanObjective(MeanObjective other, LatentSamples[] samples) {
    this.corpus = other.corpus;
    this.columns = other.columns;
    this.scale = other.scale;
    this.precision = other.precision;
    this.pairwiseScale = other.pairwiseScale;
    this.pairwisePrecision = other.pairwisePrecision;
    this.samples = samples;
    this.parallel = other.parallel;
    this.likelihood = other.likelihood;
    this.latent = other.latent;
  }

  /**
   * The same objective with the expectation taken over samples. Shares its buffers with this one:
   * use one of them at a time.
   *
   * @param rows the sentences, with the feature rows that the covariance was made for
   * @param covariance of f
   * @param pairwiseVariance of g, {@code [V×V]}; not modified
   * @param count number of samples S
   * @param seed of the noise
   */
  public MeanObjective withSamples(
      LabeledRows rows,
      InducingCovariance covariance,
      double[] pairwiseVariance,
      int count,
      long seed) {
    return new MeanObjective(this, draw(rows, covariance, pairwiseVariance, count, seed, parallel));
  }

  /**
   * Deviations of samples from the mean for each sentence. Each draws from its own generator, so
   * that neither threads nor other sentences change its noise.
   */
  static LatentSamples[] draw(
      LabeledRows corpus,
      InducingCovariance covariance,
      double[] pairwiseVariance,
      int count,
      long seed,
      Parallel parallel) {
    LatentSamples[] all = new LatentSamples[corpus.sentenceCount()];
    parallel.loop(
        all.length,
        16,
        (worker, from, to) -> {
          for (int n = from; n < to; n++) {
            int first = corpus.sentenceStart()[n];
            all[n] =
                covariance
                    .deviations(corpus.rows(), first, corpus.length(n), true, pairwiseVariance)
                    .draw(RandomSource.XO_SHI_RO_256_PP.create(Seeds.mix(seed, n)), count);
          }
        });
    return all;
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
    // A sentence that is there twice would count twice in the value, but once in the gradient.
    Checks.distinct("sentence of the batch", batch, size());
    if (batch.length < corpus.sentenceCount()) {
      Arrays.fill(latent.unary(), 0);
    }
    double factor = (double) corpus.sentenceCount() / batch.length;
    double[] weights = weights(parameters);
    double[] pairwise = pairwise(parameters);
    double logLikelihood = likelihood.evaluate(batch, weights, pairwise, samples, latent);
    double squares =
        parallel.sum(
            scale.length,
            COLUMNS_PER_BLOCK,
            (worker, from, to) -> pullBack(parameters, factor, from, to, gradientOut));
    int base = scale.length * corpus.labelCount();
    for (int i = 0; i < pairwise.length; i++) {
      double parameter = parameters[base + i];
      squares += pairwisePrecision * parameter * parameter;
      gradientOut[base + i] =
          pairwisePrecision * parameter - factor * pairwiseScale * latent.pairwise()[i];
    }
    return 0.5 * squares - factor * logLikelihood;
  }

  /** The transition scores g, {@code [V×V]}; a new array. */
  public double[] pairwise(double[] parameters) {
    int v = corpus.labelCount();
    double[] pairwise = new double[v * v];
    for (int i = 0; i < v * v; i++) {
      pairwise[i] = pairwiseScale * parameters[scale.length * v + i];
    }
    return pairwise;
  }

  /** The weights, {@code [D×V]} row-major; a new array. */
  public double[] weights(double[] parameters) {
    int v = corpus.labelCount();
    double[] weights = new double[scale.length * v];
    parallel.loop(
        scale.length,
        COLUMNS_PER_BLOCK,
        (worker, from, to) -> {
          for (int d = from; d < to; d++) {
            for (int a = d * v; a < (d + 1) * v; a++) {
              weights[a] = scale[d] * parameters[a];
            }
          }
        });
    return weights;
  }

  /**
   * Divides by {@code ∂w / ∂p}: makes parameters of weights. What the prior holds at zero stays
   * zero.
   *
   * @param values {@code [D·V + V·V]}; modified
   */
  public void divideByScale(double[] values) {
    Checks.length("values", values.length, parameterCount(), "[D·V + V·V]");
    int v = corpus.labelCount();
    for (int i = 0; i < values.length; i++) {
      double s = i < scale.length * v ? scale[i / v] : pairwiseScale;
      values[i] = s > 0 ? values[i] / s : 0;
    }
  }

  /** Writes the gradient of the columns; returns their squared whitened weights. */
  private double pullBack(
      double[] parameters, double factor, int from, int to, double[] gradientOut) {
    int v = corpus.labelCount();
    double squares = 0;
    for (int d = from; d < to; d++) {
      int base = d * v;
      Arrays.fill(gradientOut, base, base + v, 0);
      columns.addSelected(d, latent.unary(), v, gradientOut, base);
      double weight = -factor * scale[d];
      double sum = 0;
      for (int a = base; a < base + v; a++) {
        gradientOut[a] = precision[d] * parameters[a] + weight * gradientOut[a];
        sum += parameters[a] * parameters[a];
      }
      squares += precision[d] * sum;
    }
    return squares;
  }

  /**
   * The latent gradient of all tokens at given means. From its expected curvatures {@code
   * E[p(1−p)]}, those of transitions summed over sentences, covariances have a closed form.
   */
  public LatentGradient curvature(double[] parameters) {
    LatentGradient table = LatentGradient.of(corpus.tokenCount(), corpus.labelCount(), true);
    likelihood.evaluate(
        IntStream.range(0, size()).toArray(),
        weights(parameters),
        pairwise(parameters),
        samples,
        table);
    return table;
  }
}
