package org.gpchain.core.decode;

import java.util.Locale;
import java.util.Optional;
import org.gpchain.core.promise.Promise;
import org.gpchain.internal.core.math.Checks;

/**
 * Options of a tagger.
 *
 * @param decoding way to choose segments from the posterior
 * @param samples number of posterior samples to average over. With 0, the posterior mean is used,
 *     which is fast; posteriors that consist of samples then use all of them.
 * @param residual whether samples include the variance that the inducing points do not explain,
 *     which makes predictions for text like the training corpus under-confident
 * @param seed seed of the samples; equal sentences get equal samples, independent of their position
 * @param nBest number of candidates from which a segment gets alternatives, at least 1. With {@link
 *     Decoding#SEGMENTS}, maximum number of a segment and its most probable alternatives together.
 *     With other decodings, number of the best label sequences from whose segments the alternatives
 *     are taken. With 1, segments have no alternatives, and decoding is fastest.
 * @param beta weight of recall in F_β, for which {@link Decoding#SEGMENTS} decodes; other decodings
 *     ignore it. More segments are decoded with values above 1, fewer with values below 1.
 * @param promise guarantee about the segments, or null for none. It requires {@link
 *     Decoding#SEGMENTS} without samples. With a maximum error rate, segments that are not probable
 *     enough are left out. With a minimum recall, all segments that are probable enough are
 *     candidates: those without overlaps that have the largest sum of probabilities are decoded,
 *     the others become their alternatives, and {@code beta} has no effect.
 */
public record DecodingOptions(
    Decoding decoding,
    int samples,
    boolean residual,
    long seed,
    int nBest,
    double beta,
    Promise promise) {
  /**
   * Ways to choose a label sequence from the posterior. The sequence is legal in the tag scheme.
   */
  public enum Decoding {
    /**
     * The segments with the largest expected F_β, based on the probability of each segment. If
     * labels do not represent segments or there is no label O, equivalent to {@link #VITERBI}.
     */
    SEGMENTS,
    /** The legal sequence with the largest sum of marginals: the fewest expected token errors. */
    MARGINAL,
    /** The most probable legal sequence under the posterior mean. */
    VITERBI;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Decoding of segments for F1 from the posterior mean, without alternatives. */
  public static final DecodingOptions DEFAULT = new DecodingOptions(Decoding.SEGMENTS, 0, false, 1);

  /**
   * Creates options.
   *
   * @throws IllegalArgumentException if a value is out of range, or if there is a promise with
   *     samples or another decoding than {@link Decoding#SEGMENTS}
   */
  public DecodingOptions {
    Checks.atLeast("samples", samples, 0);
    Checks.atLeast("nBest", nBest, 1);
    Checks.positive("beta", beta);
    if (promise != null && (decoding != Decoding.SEGMENTS || samples > 0)) {
      throw new IllegalArgumentException(
          String.format(
              "an error guarantee needs the decoding SEGMENTS without samples, but"
                  + " the options are %s with %s samples",
              decoding, samples));
    }
  }

  /** Creates options for F1, without alternatives and promise. */
  public DecodingOptions(Decoding decoding, int samples, boolean residual, long seed) {
    this(decoding, samples, residual, seed, 1, 1, null);
  }

  /**
   * Returns these options with all samples of a posterior that consists of samples, unless the
   * options specify another number. Options with a promise stay unchanged, since promises apply to
   * the posterior mean.
   *
   * @param ownSamples number of samples in the posterior, or 0 if it does not consist of samples
   */
  DecodingOptions withOwnSamples(int ownSamples) {
    if (samples > 0 || promise != null) {
      return this;
    }
    return new DecodingOptions(decoding, ownSamples, residual, seed, nBest, beta, null);
  }

  /** Returns these options with another value of {@link #nBest}. */
  public DecodingOptions withNBest(int sequences) {
    return new DecodingOptions(decoding, samples, residual, seed, sequences, beta, promise);
  }

  /** Returns these options with another weight of recall. */
  public DecodingOptions withBeta(double weight) {
    return new DecodingOptions(decoding, samples, residual, seed, nBest, weight, promise);
  }

  /** Returns these options with another promise, or without one if it is null. */
  public DecodingOptions withPromise(Promise promised) {
    return new DecodingOptions(decoding, samples, residual, seed, nBest, beta, promised);
  }

  /** Returns the promise about the segments, or empty if there is none. */
  public Optional<Promise> promised() {
    return Optional.ofNullable(promise);
  }
}
