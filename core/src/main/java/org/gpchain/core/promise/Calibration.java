package org.gpchain.core.promise;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.gpchain.core.text.SpanCounts;

/**
 * The calibration of a model's probabilities and the threshold for decoding segments.
 *
 * @param scaling scaling of the scores
 * @param threshold probability above which a segment is decoded, in (0, 1). Half of the optimal
 *     expected F1 maximizes F1; similar values give almost the same F1.
 * @param heldOut held-out segments from which the threshold was learned; {@link
 *     HeldOutSegments#NONE} if there were none
 * @param evidence statistics of all held-out blocks for the {@link PromiseCheck}, one block after
 *     the other; empty if there are no held-out segments
 */
public record Calibration(
    LatticeScaling scaling, double threshold, HeldOutSegments heldOut, List<Integer> evidence) {
  /** Decoding threshold of a model that has not learned one (probability). */
  public static final double DEFAULT_THRESHOLD = 0.3;

  /** Calibration with unscaled scores and the default threshold. */
  public static final Calibration NONE =
      new Calibration(LatticeScaling.LEGAL, DEFAULT_THRESHOLD, HeldOutSegments.NONE);

  /**
   * Minimum number of held-out gold segments for a promise. Since adjacent sentences are similar,
   * they estimate a share of 5 % about as precisely as 60 independent segments.
   */
  private static final int MIN_SEGMENTS = 250;

  /**
   * Creates a calibration; copies the evidence.
   *
   * @throws IllegalArgumentException if the threshold is not in (0, 1)
   */
  public Calibration {
    Objects.requireNonNull(scaling, "scaling");
    Objects.requireNonNull(heldOut, "heldOut");
    evidence = List.copyOf(evidence);
    if (!(threshold > 0 && threshold < 1)) {
      throw new IllegalArgumentException("threshold must be between 0 and 1, was " + threshold);
    }
  }

  /** Creates a calibration without evidence. */
  public Calibration(LatticeScaling scaling, double threshold, HeldOutSegments heldOut) {
    this(scaling, threshold, heldOut, List.of());
  }

  /**
   * Returns a calibration with the threshold that is optimal for F1 on held-out segments.
   *
   * @param heldOut held-out segments with their probabilities under the scaled scores
   */
  public static Calibration of(LatticeScaling scaling, HeldOutSegments heldOut) {
    return new Calibration(scaling, heldOut.threshold(1).orElse(DEFAULT_THRESHOLD), heldOut);
  }

  /**
   * Returns a calibration learned from held-out sentences. The threshold is optimal for F1 on the
   * sentences whose labels are all known. If these sentences have no candidates but others have
   * unknown labels, the threshold is optimal for the expected F1 on all sentences.
   */
  public static Calibration of(LatticeScaling scaling, List<HeldOutSentence> sentences) {
    List<HeldOutSentence> complete =
        sentences.stream().filter(HeldOutSentence::isComplete).toList();
    HeldOutSegments heldOut = HeldOutSegments.of(complete, scaling);
    if (!heldOut.equals(HeldOutSegments.NONE)) {
      Calibration withoutEvidence = of(scaling, heldOut);
      List<Integer> evidence = PromiseCheck.ofBlocks(complete, withoutEvidence);
      return new Calibration(scaling, withoutEvidence.threshold, heldOut, evidence);
    }
    if (complete.size() == sentences.size()) {
      return of(scaling, heldOut);
    }

    double threshold =
        HeldOutSegments.expectedThreshold(sentences, scaling, 1).orElse(DEFAULT_THRESHOLD);
    return new Calibration(scaling, threshold, heldOut);
  }

  /** Returns whether this calibration differs from {@link #NONE}. */
  public boolean hasLearnedScales() {
    return !equals(NONE);
  }

  /** Returns the F1 on the held-out sentences, or NaN if there are none. */
  public double heldOutF1() {
    if (heldOut.sentenceCount() == 0) {
      return Double.NaN;
    }

    int[] decoded = heldOut.decoded(threshold);
    int correct = 0;
    for (int candidate : decoded) {
      if (heldOut.right()[candidate]) {
        correct++;
      }
    }
    int gold = IntStream.of(heldOut.gold()).sum();
    return new SpanCounts(gold, decoded.length, correct).f1();
  }

  /** Returns whether the decoding threshold for a weight of recall can be computed. */
  public boolean serves(double beta) {
    return beta == 1 || heldOut.threshold(beta).isPresent();
  }

  /**
   * Returns the calibration for averages over posterior samples. It has unscaled scores, since the
   * scales were learned for the posterior mean.
   */
  public Calibration forSamples() {
    return new Calibration(LatticeScaling.LEGAL, threshold, heldOut);
  }

  /**
   * Returns the minimum probability of segments that keep a promise. For {@link
   * Promise.Kind#MAX_ERROR}, it applies to the segments that are decoded for F_β; for {@link
   * Promise.Kind#MIN_RECALL}, to all candidates.
   *
   * @throws Promise.RefusedException if the held-out segments do not show that the promise would be
   *     kept
   */
  public double threshold(Promise promise, double beta) {
    Optional<Double> decoding = heldOut.threshold(beta);
    if (decoding.isEmpty()) {
      throw new Promise.RefusedException(
          "the model has no held-out segments, which an error guarantee needs; train"
              + " a segment model with calibration and without inducing points");
    }

    int gold = IntStream.of(heldOut.gold()).sum();
    if (gold < MIN_SEGMENTS) {
      throw new Promise.RefusedException(
          ("the model cannot guarantee anything about its segments, because it was"
                  + " calibrated on %s segments, and at least %s are needed")
              .formatted(gold, MIN_SEGMENTS));
    }

    LossLevels levels;
    if (promise.kind() == Promise.Kind.MAX_ERROR) {
      levels = LossLevels.ofErrors(heldOut, heldOut.decoded(decoding.get()));
    } else {
      levels = LossLevels.ofMisses(heldOut);
    }
    return levels
        .loosest(promise.loss(), promise.confidence())
        .orElseThrow(() -> new Promise.RefusedException(levels.refusal(promise)));
  }

  /**
   * Returns the decoding threshold for the largest expected F_β.
   *
   * @throws IllegalArgumentException if β is not 1 and there are no held-out segments
   */
  public double threshold(double beta) {
    if (beta == 1) {
      return threshold;
    }
    Optional<Double> learned = heldOut.threshold(beta);
    if (learned.isEmpty()) {
      throw new IllegalArgumentException(
          ("the model has no held-out segments, which the threshold for beta %s"
                  + " needs; use beta 1, or train a segment model with calibration")
              .formatted(beta));
    }
    return learned.get();
  }
}
