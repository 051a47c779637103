package org.gpchain.training.objective;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.Seeds;
import org.gpchain.core.posterior.InducingCovariance;
import org.gpchain.core.posterior.LatentSamples;
import org.gpchain.training.data.LabeledRows;

/**
 * Deviations of S samples from the mean for each sentence of a corpus. Each sentence draws from its
 * own generator, so that neither threads nor other sentences change its noise.
 */
public final class FixedSamples {
  private final LatentSamples[] ofSentence;

  private FixedSamples(LatentSamples[] ofSentence) {
    this.ofSentence = ofSentence;
  }

  /** The samples of one sentence. */
  LatentSamples of(int sentence) {
    return ofSentence[sentence];
  }

  /**
   * Draws the samples of a whole corpus.
   *
   * @param corpus the sentences, with the feature rows that the covariance was made for
   * @param covariance of f
   * @param pairwiseVariance of g, {@code [V×V]}; not modified
   * @param count number of samples S
   * @param seed of the noise
   * @param parallel for the sentences
   */
  public static FixedSamples draw(
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
            all[n] = sentence(corpus, covariance, pairwiseVariance, count, seed, n);
          }
        });
    return new FixedSamples(all);
  }

  private static LatentSamples sentence(
      LabeledRows corpus,
      InducingCovariance covariance,
      double[] pairwiseVariance,
      int count,
      long seed,
      int n) {
    UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(Seeds.mix(seed, n));
    return covariance
        .deviations(
            corpus.rows(), corpus.sentenceStart()[n], corpus.length(n), true, pairwiseVariance)
        .draw(rng, count);
  }
}
