package org.gpchain.core.promise;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.gpchain.core.text.SpanCounts;

/**
 * Makes probabilities of a model's scores, and says how probable a segment must be to be decoded.
 *
 * @param scaling of the scores
 * @param threshold probability above which a segment is decoded, in (0, 1); half of the expected F1
 *     is the best for F1, and values near it are hardly worse
 * @param heldOut what the threshold was learned from; empty if nothing was
 * @param evidence of its blocks, for the {@link PromiseCheck}, one after the other; empty if no
 *     segments were held out
 */
public record Calibration(
    LatticeScaling scaling, double threshold, HeldOutSegments heldOut, List<Integer> evidence) {
  /** The threshold of decoding where none was learned. */
  public static final double DEFAULT_THRESHOLD = 0.3;

  /**
   * Leaves the scores as they are; label sequences that the tag scheme forbids have no probability.
   */
  public static final Calibration NONE =
      new Calibration(LatticeScaling.LEGAL, DEFAULT_THRESHOLD, HeldOutSegments.NONE);

  /** Neighbours are alike: so many segments say as much of 5 % as 60 that are independent. */
  private static final int MIN_SEGMENTS = 250;

  public Calibration {
    Objects.requireNonNull(scaling, "scaling");
    Objects.requireNonNull(heldOut, "heldOut");
    evidence = List.copyOf(evidence);
    if (!(threshold > 0 && threshold < 1)) {
      throw new IllegalArgumentException("threshold must be between 0 and 1, was " + threshold);
    }
  }

  /** A calibration without evidence. */
  public Calibration(LatticeScaling scaling, double threshold, HeldOutSegments heldOut) {
    this(scaling, threshold, heldOut, List.of());
  }

  /**
   * A calibration whose threshold is the best for F1 on held-out segments.
   *
   * @param heldOut their probabilities under the scaled scores
   */
  public static Calibration of(LatticeScaling scaling, HeldOutSegments heldOut) {
    return new Calibration(scaling, heldOut.threshold(1).orElse(DEFAULT_THRESHOLD), heldOut);
  }

  /**
   * A calibration from held-out sentences. The threshold is the best for F1 on those of them whose
   * labels are all known, or if there are none for the F1 that is expected.
   */
  public static Calibration of(LatticeScaling scaling, List<HeldOutSentence> sentences) {
    List<HeldOutSentence> known = sentences.stream().filter(HeldOutSentence::isComplete).toList();
    HeldOutSegments heldOut = HeldOutSegments.of(known, scaling);
    if (!heldOut.equals(HeldOutSegments.NONE)) {
      Calibration plain = of(scaling, heldOut);
      return new Calibration(
          scaling, plain.threshold, heldOut, PromiseCheck.ofBlocks(known, plain));
    }
    if (known.size() == sentences.size()) {
      return of(scaling, heldOut);
    }
    double threshold =
        HeldOutSegments.expectedThreshold(sentences, scaling, 1).orElse(DEFAULT_THRESHOLD);
    return new Calibration(scaling, threshold, heldOut);
  }

  public boolean hasLearnedScales() {
    return !equals(NONE);
  }

  /** The F1 of what is decoded in the held-out sentences; NaN if there are none. */
  public double heldOutF1() {
    if (heldOut.sentenceCount() == 0) {
      return Double.NaN;
    }
    int[] decoded = heldOut.decoded(threshold);
    int correct = (int) IntStream.of(decoded).filter(c -> heldOut.right()[c]).count();
    return new SpanCounts(IntStream.of(heldOut.gold()).sum(), decoded.length, correct).f1();
  }

  /** Whether the threshold of decoding is known for a weight of recall. */
  public boolean serves(double beta) {
    return beta == 1 || heldOut.threshold(beta).isPresent();
  }

  /** For averages over samples of the posterior: what was learned for its mean is left out. */
  public Calibration forSamples() {
    return new Calibration(LatticeScaling.LEGAL, threshold, heldOut);
  }

  /**
   * The probability from which on segments are written to keep a promise: of those that decoding
   * for the largest expected F_β chooses, or for {@link Promise.Kind#MIN_RECALL} of all.
   *
   * @throws Promise.RefusedException if the held-out segments do not show that it would be kept
   */
  public double threshold(Promise promise, double beta) {
    Optional<Double> decoding = heldOut.threshold(beta);
    if (decoding.isEmpty()) {
      throw new Promise.RefusedException(
          "the model keeps no held-out segments, from which a promise would follow; train one of"
              + " segments with calibration, without inducing points");
    }
    int gold = IntStream.of(heldOut.gold()).sum();
    if (gold < MIN_SEGMENTS) {
      throw new Promise.RefusedException(
          "the model cannot promise anything about its segments: it was calibrated on %s of them, and at least %s are needed"
              .formatted(gold, MIN_SEGMENTS));
    }
    LossLevels levels =
        promise.kind() == Promise.Kind.MAX_ERROR
            ? LossLevels.ofErrors(heldOut, heldOut.decoded(decoding.get()))
            : LossLevels.ofMisses(heldOut);
    return levels
        .loosest(promise.loss(), promise.confidence())
        .orElseThrow(() -> new Promise.RefusedException(levels.refusal(promise)));
  }

  /**
   * Returns the threshold for the largest expected F_β.
   *
   * @throws IllegalArgumentException if the model cannot tell it
   */
  public double threshold(double beta) {
    if (beta == 1) {
      return threshold;
    }
    return heldOut
        .threshold(beta)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    ("the model keeps no held-out segments, from which the threshold for beta %s"
                            + " would follow; use beta 1, or train one of segments with calibration")
                        .formatted(beta)));
  }
}
