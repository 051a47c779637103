package org.gpchain.core.promise;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Objects;
import java.util.Optional;

/**
 * A guarantee about the error rate or the recall of segments. It holds for texts of the same kind
 * as the training corpus: blocks of sentences of the text must be exchangeable with the blocks on
 * which the model was calibrated.
 *
 * @param kind the rate that is bounded
 * @param share bound in (0, 1): for {@link Kind#MAX_ERROR}, maximum share of wrong segments among
 *     the decoded ones; for {@link Kind#MIN_RECALL}, minimum share of gold segments among the
 *     candidates
 * @param confidence probability in (0, 1) with which the bound holds for a text; 0 if it holds on
 *     average over texts
 */
public record Promise(Kind kind, double share, double confidence) {
  /** The rates that a promise can bound. */
  public enum Kind {
    /** Share of decoded segments that are wrong. The least probable segments are left out. */
    MAX_ERROR,
    /** Share of gold segments that are decoded or are alternatives of decoded segments. */
    MIN_RECALL
  }

  /**
   * Creates a promise.
   *
   * @throws IllegalArgumentException if the share or the confidence is out of range
   */
  public Promise {
    Objects.requireNonNull(kind, "kind");
    if (!(share > 0 && share < 1)) {
      throw new IllegalArgumentException(
          "the share of an error guarantee must be between 0 and 1, was " + share);
    }
    if (!(confidence >= 0 && confidence < 1)) {
      throw new IllegalArgumentException("confidence must be in [0, 1), was " + confidence);
    }
  }

  /** Returns the promise that at most a share of the decoded segments is wrong, on average. */
  public static Promise maxError(double share) {
    return new Promise(Kind.MAX_ERROR, share, 0);
  }

  /** Returns the promise that at least a share of the gold segments is found, on average. */
  public static Promise minRecall(double share) {
    return new Promise(Kind.MIN_RECALL, share, 0);
  }

  /**
   * Returns the promise that follows from the options of a user.
   *
   * @param maxError maximum error rate, or 0 for none
   * @param minRecall minimum recall, or 0 for none
   * @param confidence confidence, or 0 for a promise on average
   * @return empty if neither a maximum error rate nor a minimum recall is given
   * @throws IllegalArgumentException if both are given, or if a number is out of range
   */
  public static Optional<Promise> of(double maxError, double minRecall, double confidence) {
    if (maxError != 0 && minRecall != 0) {
      throw new IllegalArgumentException(
          "maxError (--max-error) and minRecall (--min-recall) cannot be combined;"
              + " remove one of them");
    }
    if (maxError == 0 && minRecall == 0) {
      if (confidence != 0) {
        throw new IllegalArgumentException(
            "confidence (--confidence) needs maxError (--max-error) or minRecall"
                + " (--min-recall)");
      }
      return Optional.empty();
    }

    Promise promise = maxError != 0 ? maxError(maxError) : minRecall(minRecall);
    return Optional.of(promise.withConfidence(confidence));
  }

  /** Returns this promise with another confidence, or on average if it is 0. */
  public Promise withConfidence(double probability) {
    return new Promise(kind, share, probability);
  }

  /** Returns this promise with another maximum share of wrong or missed segments. */
  Promise withLoss(double loss) {
    return new Promise(kind, kind == Kind.MAX_ERROR ? loss : 1 - loss, confidence);
  }

  /** Returns the maximum share of wrong or missed segments. */
  double loss() {
    return kind == Kind.MAX_ERROR ? share : 1 - share;
  }

  /**
   * Returns whether an observed rate keeps this promise.
   *
   * @param observed share of wrong segments, or recall
   */
  public boolean isKeptBy(double observed) {
    if (kind == Kind.MAX_ERROR) {
      return observed <= share;
    }
    return observed >= share;
  }

  /** Returns a description such as {@code an error rate of at most 5 %, on average}. */
  @Override
  public String toString() {
    String bound =
        switch (kind) {
          case MAX_ERROR -> "an error rate of at most " + percent(share) + "";
          case MIN_RECALL -> "a recall of at least " + percent(share) + "";
        };
    if (confidence == 0) {
      return bound + ", on average";
    }
    return bound + ", with confidence " + percent(confidence);
  }

  /** Returns a percentage with at most two decimals, such as {@code 2.5 %}. */
  private static String percent(double share) {
    return new BigDecimal(100 * share)
            .setScale(2, RoundingMode.HALF_UP)
            .stripTrailingZeros()
            .toPlainString()
        + " %";
  }

  /**
   * Thrown if a model cannot make a promise. The message states the reason and, if possible, what
   * the model can promise instead.
   */
  public static final class RefusedException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message for the user. */
    public RefusedException(String message) {
      super(message);
    }
  }
}
