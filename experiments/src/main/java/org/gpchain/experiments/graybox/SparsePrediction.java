package org.gpchain.experiments.graybox;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.likelihood.MarginalInference;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.posterior.SparsePosterior;
import org.gpchain.core.predict.AverageMarginals;
import org.gpchain.training.data.LabeledRows;

/**
 * Predictions of a sparse posterior for sentences given as feature rows. Immutable.
 *
 * @param samples posterior samples that marginals are averaged over; 0 for the mean
 * @param residual whether they contain what the inducing points leave open
 * @param seed of the samples
 */
public record SparsePrediction(int samples, boolean residual, long seed) {
  /**
   * The marginals of the labels.
   *
   * @param posterior what was learned
   * @param inference over label sequences
   * @param test sentences, whose labels are not looked at; not modified
   * @param threads number of threads; the result does not depend on it
   * @return for each sentence {@code p(y_t = v)}, {@code [T×V]} row-major; new arrays
   */
  public double[][] marginals(
      SparsePosterior posterior, MarginalInference inference, LabeledRows test, int threads) {
    AverageMarginals average = new AverageMarginals(inference, samples);
    double[][] marginals = new double[test.sentenceCount()][];
    UniformRandomProvider seeds = RandomSource.XO_SHI_RO_256_PP.create(seed);
    long[] own = seeds.longs(marginals.length).toArray();
    try (Parallel parallel = new Parallel(threads)) {
      parallel.loop(
          marginals.length,
          1,
          (worker, from, to) -> {
            Workspace workspace = new Workspace();
            for (int n = from; n < to; n++) {
              int length = test.length(n);
              UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(own[n]);
              marginals[n] = new double[length * test.labelCount()];
              for (int k = 0; k < posterior.weights().length; k++) {
                average.add(
                    posterior.latent(
                        k, test.rows(), test.sentenceStart()[n], length, residual && samples > 0),
                    posterior.weights()[k],
                    rng,
                    workspace,
                    marginals[n]);
              }
            }
          });
    }
    return marginals;
  }
}
