package org.gpchain.internal.training.bound;

import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.Seeds;
import org.gpchain.internal.core.posterior.LatentSamples;
import org.gpchain.internal.gp.posterior.InducingCovariance;
import org.gpchain.internal.training.data.LabeledRows;

/**
 * The covariance of the latent scores of a corpus's sentences.
 *
 * @param corpus the sentences, with the feature rows that the unary covariance was made for
 * @param unary covariance of the unary scores f
 * @param pairwiseVariance variances of the transition scores g, {@code [V×V]}; not modified
 */
public record LatentCovariance(
    LabeledRows corpus, InducingCovariance unary, double[] pairwiseVariance) {
  /**
   * Draws deviations from the mean for each sentence. Each sentence has its own random number
   * generator, so that its samples depend neither on threads nor on other sentences.
   *
   * @param count number of samples S of a sentence
   * @param seed seed of the noise
   * @return the samples of each sentence
   */
  LatentSamples[] draw(int count, long seed, Parallel parallel) {
    LatentSamples[] samples = new LatentSamples[corpus.sentenceCount()];
    parallel.each(
        samples.length,
        n -> {
          int first = corpus.sentenceStart()[n];
          samples[n] =
              unary
                  .deviations(corpus.rows(), first, corpus.length(n), true, pairwiseVariance)
                  .draw(Seeds.mix(seed, n), count);
        });
    return samples;
  }
}
