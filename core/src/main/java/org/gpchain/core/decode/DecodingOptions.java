package org.gpchain.core.decode;

import java.util.Locale;
import java.util.Optional;
import org.gpchain.core.promise.Promise;
import org.gpchain.internal.core.math.Checks;

/**
 * Options of a tagger.
 *
 * @param samples posterior samples to average over; 0 for the plug-in mean, which is fast, or for
 *     all samples of a posterior that consists of them
 * @param residual whether samples contain the variance that the inducing points leave open;
 *     predictions for text like the training corpus are then under-confident
 * @param seed of the samples; the same sentence gets the same samples wherever it stands
 * @param nBest a segment and its alternatives, together, at least 1: the most probable ones that
 *     overlap it. Of other decodings than {@link Decoding#SEGMENTS}: from how many of the best
 *     label sequences, in the sense of {@code decoding}, alternatives are taken. With 1 there are
 *     none, and they cost nothing
 * @param beta weight of recall in decoding segments for F_β: above 1 more are decoded, below 1
 *     fewer; other decodings ignore it
 * @param promise what is promised of the segments; null for none. It needs {@link
 *     Decoding#SEGMENTS} without samples. With a largest error, segments that are not probable
 *     enough are left out. With a smallest recall, all that are probable enough are candidates:
 *     those that do not overlap and have the largest sum of probabilities become the segments, the
 *     others their alternatives, and {@code beta} has no effect
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
   * Ways to choose labels from the posterior; all return sequences legal in the tag scheme only.
   */
  public enum Decoding {
    /**
     * The segments with the largest expected F_β, each by its own probability; where labels are not
     * those of segments, or there is no label O, as {@link #VITERBI}.
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

  /** Plug-in mean, decoding for F1. */
  public static final DecodingOptions DEFAULT = new DecodingOptions(Decoding.SEGMENTS, 0, false, 1);

  public DecodingOptions {
    Checks.atLeast("samples", samples, 0);
    Checks.atLeast("nBest", nBest, 1);
    Checks.positive("beta", beta);
    if (promise != null && (decoding != Decoding.SEGMENTS || samples > 0)) {
      throw new IllegalArgumentException(
          String.format(
              "a promise about segments needs segments decoded one by one, without samples, was %s"
                  + " with %s samples",
              decoding, samples));
    }
  }

  /** Without alternatives and promise, for F1. */
  public DecodingOptions(Decoding decoding, int samples, boolean residual, long seed) {
    this(decoding, samples, residual, seed, 1, 1, null);
  }

  /**
   * With the samples that a posterior consists of, unless others are wanted or a promise is, which
   * is about the mean: who has samples of their own refuses it for another reason.
   */
  DecodingOptions withOwnSamples(int own) {
    return samples > 0 || promise != null
        ? this
        : new DecodingOptions(decoding, own, residual, seed, nBest, beta, null);
  }

  /** These options with alternatives from another number of label sequences. */
  public DecodingOptions withNBest(int sequences) {
    return new DecodingOptions(decoding, samples, residual, seed, sequences, beta, promise);
  }

  public DecodingOptions withBeta(double weight) {
    return new DecodingOptions(decoding, samples, residual, seed, nBest, weight, promise);
  }

  /** These options with a promise; null for none. */
  public DecodingOptions withPromise(Promise promised) {
    return new DecodingOptions(decoding, samples, residual, seed, nBest, beta, promised);
  }

  /** The promise about the segments, if there is one. */
  public Optional<Promise> promised() {
    return Optional.ofNullable(promise);
  }
}
