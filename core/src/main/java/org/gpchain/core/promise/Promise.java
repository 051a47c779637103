package org.gpchain.core.promise;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Objects;
import java.util.Optional;

/**
 * A guarantee that a user asks of the segments that are written. It is kept for text of the kind
 * that the model was trained on: blocks of its sentences must be exchangeable with those that the
 * model was calibrated on.
 *
 * @param share for {@link Kind#MAX_ERROR} the largest share of the written segments that may be
 *     wrong, for {@link Kind#MIN_RECALL} the smallest share of the gold segments that must be among
 *     the candidates; between 0 and 1
 * @param confidence 0 if the promise is to be kept on average; otherwise the probability with which
 *     it is to be kept, below 1
 */
public record Promise(Kind kind, double share, double confidence) {
  /** The share that a promise bounds. */
  public enum Kind {
    /** The share of the written segments that are wrong; the least probable are left out. */
    MAX_ERROR,
    /**
     * The share of the gold segments that are found: as segments, or as alternatives of segments
     * that they overlap.
     */
    MIN_RECALL
  }

  public Promise {
    Objects.requireNonNull(kind, "kind");
    if (!(share > 0 && share < 1)) {
      throw new IllegalArgumentException(
          "the share of a promise must be between 0 and 1, was " + share);
    }
    if (!(confidence >= 0 && confidence < 1)) {
      throw new IllegalArgumentException("confidence must be in [0, 1), was " + confidence);
    }
  }

  /** At most this share of the written segments is wrong, on average. */
  public static Promise maxError(double share) {
    return new Promise(Kind.MAX_ERROR, share, 0);
  }

  /** At least this share of the gold segments is found, on average. */
  public static Promise minRecall(double share) {
    return new Promise(Kind.MIN_RECALL, share, 0);
  }

  /**
   * The promise of a user who may ask for one of the two; shares of 0 ask for nothing.
   *
   * @throws IllegalArgumentException if there are both, or a number is none of its kind
   */
  public static Optional<Promise> of(double maxError, double minRecall, double confidence) {
    if (maxError != 0 && minRecall != 0) {
      throw new IllegalArgumentException(
          "a largest error and a smallest recall cannot be promised together");
    }
    if (maxError == 0 && minRecall == 0) {
      if (confidence != 0) {
        throw new IllegalArgumentException("confidence needs a largest error or smallest recall");
      }
      return Optional.empty();
    }
    Promise promise = maxError != 0 ? maxError(maxError) : minRecall(minRecall);
    return Optional.of(promise.withConfidence(confidence));
  }

  /** The same with this probability instead of on average; 0 for on average. */
  public Promise withConfidence(double probability) {
    return new Promise(kind, share, probability);
  }

  /** The same with another largest share of errors or of missed segments. */
  Promise withLoss(double loss) {
    return new Promise(kind, kind == Kind.MAX_ERROR ? loss : 1 - loss, confidence);
  }

  /** The largest share of errors or of missed segments. */
  double loss() {
    return kind == Kind.MAX_ERROR ? share : 1 - share;
  }

  /** Whether an observed share, of wrong or of found segments, keeps it. */
  public boolean isKeptBy(double observed) {
    return kind == Kind.MAX_ERROR ? observed <= share : observed >= share;
  }

  /** For people, such as {@code at most 5 % of the segments wrong, on average}. */
  @Override
  public String toString() {
    return (kind == Kind.MAX_ERROR
            ? "at most " + percent(share) + " of the segments wrong"
            : "at least " + percent(share) + " of the segments found")
        + (confidence == 0 ? ", on average" : ", with confidence " + percent(confidence));
  }

  /** Such as {@code 2.5 %}. */
  private static String percent(double share) {
    return new BigDecimal(100 * share)
            .setScale(2, RoundingMode.HALF_UP)
            .stripTrailingZeros()
            .toPlainString()
        + " %";
  }

  /**
   * A promise that a model cannot make. The message says why, and what it could promise instead.
   */
  public static final class RefusedException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public RefusedException(String message) {
      super(message);
    }
  }
}
