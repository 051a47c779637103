package org.gpchain.internal.evaluation;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.percent;
import static org.gpchain.core.text.Numbers.plural;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.gpchain.core.promise.Promise;
import org.gpchain.core.promise.PromiseCheck.Status;
import org.gpchain.core.text.SpanCounts;

/**
 * The figures of an evaluation. Shares are in [0, 1].
 *
 * @param tokenError share of tokens whose decoded label is wrong
 * @param precision share of the predicted segments that are right
 * @param recall share of the gold segments that were found
 * @param f1 harmonic mean of precision and recall
 * @param nll mean −log marginal probability of the gold label of a token, in nats; null if no token
 *     has a label that the model knows
 * @param ece expected calibration error of the likeliest label of a token, over 15 bins; null as
 *     nll
 * @param segmentEce expected calibration error of the probabilities of predicted segments, over 15
 *     bins; 0 if none was predicted
 * @param segmentEceByChance what it would be on average if these probabilities were exactly right;
 *     the fewer segments, the more
 * @param f1At80 F1 of the most certain sentences (by the mean entropy of their tokens), 80 % of all
 *     tokens; the others are withheld, gold segments included
 * @param segmentF1At80 F1 of the 80 % of the predicted segments that are most probable; the others
 *     are withheld, and so are gold segments that only withheld ones overlap with
 * @param tokensPerSecond speed of tagging, feature extraction included
 * @param trainSeconds how long the model was trained; null if unknown
 * @param promise what was promised of the segments, and whether it was kept; null for nothing
 * @param unknownLabelTokens number of tokens whose gold label the model does not know; they count
 *     as errors and are left out of nll and ece
 * @param repairedLabels number of illegal transitions between gold labels in the file
 * @param fromText figures from raw text; null if there are none
 */
public record EvaluationResult(
    int sentences,
    long tokens,
    double tokenError,
    double precision,
    double recall,
    double f1,
    Double nll,
    Double ece,
    double segmentEce,
    double segmentEceByChance,
    double f1At80,
    double segmentF1At80,
    double tokensPerSecond,
    Double trainSeconds,
    SortedMap<String, SpanCounts> byType,
    PromiseScore promise,
    long unknownLabelTokens,
    long repairedLabels,
    @JsonInclude(JsonInclude.Include.NON_NULL) RawTextResult fromText)
    implements JsonResult {
  /** Returns these figures with those from raw text. */
  public EvaluationResult withFromText(RawTextResult result) {
    return new EvaluationResult(
        sentences,
        tokens,
        tokenError,
        precision,
        recall,
        f1,
        nll,
        ece,
        segmentEce,
        segmentEceByChance,
        f1At80,
        segmentF1At80,
        tokensPerSecond,
        trainSeconds,
        byType,
        promise,
        unknownLabelTokens,
        repairedLabels,
        result);
  }

  /** All figures, and a table of the types of segments, as text for people. */
  public String toText() {
    StringBuilder out = new StringBuilder();
    row(out, "sentences", Long.toString(sentences));
    row(out, "tokens", Long.toString(tokens));
    row(out, "token error", percent(tokenError, 2));
    row(out, "precision", percent(precision, 2));
    row(out, "recall", percent(recall, 2));
    row(out, "F1", percent(f1, 2));
    row(out, "nll", number("%.4f", nll));
    row(out, "ece", number("%.4f", ece));
    String ofSegments = "%.4f (%.4f by chance alone)";
    row(out, "ece segments", format(ofSegments, segmentEce, segmentEceByChance));
    row(out, "F1 at 80 %", percent(f1At80, 2) + " of the text, the most certain sentences");
    row(out, "", percent(segmentF1At80, 2) + " of the segments, the most certain ones");
    if (promise != null) {
      row(out, "promise", promise.text());
      if (promise.status() != null) {
        row(out, "", "without gold labels: " + promise.status());
      }
    }
    row(out, "tokens/s", number("%.0f", tokensPerSecond));
    row(out, "training", number("%.1f s", trainSeconds));
    if (unknownLabelTokens > 0) {
      row(out, "unknown", plural(unknownLabelTokens, "token") + " with a label new to the model");
    }
    if (repairedLabels > 0) {
      row(out, "repaired", plural(repairedLabels, "label") + " of the file");
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("type", "precision", "recall", "F1", "gold", "predicted", "correct"));
    byType.forEach(
        (type, score) ->
            rows.add(
                List.of(
                    nameOf(type),
                    percent(score.precision(), 2),
                    percent(score.recall(), 2),
                    percent(score.f1(), 2),
                    "" + score.gold(),
                    "" + score.predicted(),
                    "" + score.correct())));
    String onGoldTokens = out + "\n" + TextTable.aligned(rows, 1);
    return fromText == null ? onGoldTokens : onGoldTokens + "\n" + fromText.toText();
  }

  private static void row(StringBuilder out, String name, String value) {
    out.append(format("%-12s %s\n", name, value));
  }

  private static String number(String format, Double value) {
    return value == null ? "unknown" : format(format, value);
  }

  /** A type of segments as people read it; segments may have no type. */
  public static String nameOf(String type) {
    return type.isEmpty() ? "(no type)" : type;
  }

  /**
   * Whether a promise was kept.
   *
   * @param observed the share of the written segments that are wrong, or of the gold segments that
   *     were found, as segments or as alternatives; null if there is no such segment
   * @param kept null if nothing was observed
   * @param status what would be said of it in the same text without gold labels; null for nothing
   */
  public record PromiseScore(Promise promise, Double observed, Boolean kept, Status status) {
    /**
     * Compares a promise with what was found.
     *
     * @param score of the segments that were written
     * @param found number of gold segments that were found
     */
    static PromiseScore of(Promise promise, SpanCounts score, long found, Status status) {
      long all = isOfErrors(promise) ? score.predicted() : score.gold();
      if (all == 0) {
        return new PromiseScore(promise, null, null, status);
      }
      double observed =
          isOfErrors(promise) ? 1 - (double) score.correct() / all : (double) found / all;
      return new PromiseScore(promise, observed, promise.isKeptBy(observed), status);
    }

    private static boolean isOfErrors(Promise promise) {
      return promise.kind() == Promise.Kind.MAX_ERROR;
    }

    /** The promise, what became of it, and whether it was kept. */
    public String text() {
      if (observed == null) {
        return promise + ": nothing can be said, as there is no such segment";
      }
      return format(
          "%s: %s %s, %s",
          promise,
          percent(observed, 2),
          isOfErrors(promise) ? "wrong" : "found",
          kept ? "kept" : "broken");
    }
  }
}
