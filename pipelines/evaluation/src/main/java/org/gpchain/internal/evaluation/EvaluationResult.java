package org.gpchain.internal.evaluation;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.percent;
import static org.gpchain.core.text.Numbers.plural;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.gpchain.core.promise.Promise;
import org.gpchain.core.promise.PromiseCheck.Status;
import org.gpchain.core.text.SpanCounts;

/**
 * The figures of an evaluation. Shares are in [0, 1]. In JSON, the figures of the nested records
 * are fields of one flat object.
 *
 * @param accuracy how much of the decoded labels and segments is right
 * @param calibration how well probabilities agree with what is right
 * @param mostCertain accuracy if the least certain fifth is withheld
 * @param timing durations of tagging and training
 * @param byType counts of segments by type
 * @param promise the error guarantee and whether it was kept; null without a guarantee
 * @param labelProblems gold labels that the model or the scheme doesn't know
 * @param fromText figures from raw text; null if there are none
 */
public record EvaluationResult(
    @JsonUnwrapped Accuracy accuracy,
    @JsonUnwrapped Calibration calibration,
    @JsonUnwrapped MostCertain mostCertain,
    @JsonUnwrapped Timing timing,
    SortedMap<String, SpanCounts> byType,
    PromiseScore promise,
    @JsonUnwrapped LabelProblems labelProblems,
    @JsonInclude(JsonInclude.Include.NON_NULL) RawTextResult fromText)
    implements JsonResult {
  /**
   * How much of the decoded labels and segments is right.
   *
   * @param sentences number of sentences
   * @param tokens number of tokens
   * @param tokenError share of tokens whose decoded label is wrong
   * @param precision share of the predicted segments that are right
   * @param recall share of the gold segments that were found
   * @param f1 harmonic mean of precision and recall
   */
  public record Accuracy(
      int sentences, long tokens, double tokenError, double precision, double recall, double f1) {}

  /**
   * How well probabilities agree with what is right.
   *
   * @param nll mean −log marginal probability of the gold label of a token, in nats; null if no
   *     token has a label that the model knows
   * @param ece expected calibration error of the likeliest label of a token, over 15 bins; null if
   *     {@code nll} is
   * @param segmentEce expected calibration error of the probabilities of predicted segments, over
   *     15 bins; 0 if none was predicted
   * @param segmentEceByChance average of {@code segmentEce} if these probabilities were exactly
   *     right; it grows as the number of segments shrinks
   */
  public record Calibration(Double nll, Double ece, double segmentEce, double segmentEceByChance) {}

  /**
   * Accuracy if the least certain fifth is withheld.
   *
   * @param f1At80 F1 of the most certain sentences (by the mean entropy of their tokens), 80 % of
   *     all tokens; the others are withheld, gold segments included
   * @param segmentF1At80 F1 of the 80 % of the predicted segments that are most probable; the
   *     others are withheld, and so are gold segments that only withheld ones overlap with
   */
  public record MostCertain(double f1At80, double segmentF1At80) {}

  /**
   * Durations of tagging and training.
   *
   * @param tokensPerSecond speed of tagging, feature extraction included
   * @param trainSeconds duration of the training of the model (seconds); null if unknown
   */
  public record Timing(double tokensPerSecond, Double trainSeconds) {}

  /**
   * Gold labels that the model or the scheme doesn't know.
   *
   * @param unknownLabelTokens number of tokens whose gold label the model does not know; they count
   *     as errors and are left out of nll and ece
   * @param repairedLabels number of illegal transitions between gold labels in the file
   */
  public record LabelProblems(long unknownLabelTokens, long repairedLabels) {}

  /** Returns these figures with those from raw text. */
  public EvaluationResult withFromText(RawTextResult result) {
    return new EvaluationResult(
        accuracy, calibration, mostCertain, timing, byType, promise, labelProblems, result);
  }

  /** Returns all figures, and a table of the types of segments, as text for people. */
  public String toText() {
    StringBuilder out = new StringBuilder();
    row(out, "sentences", Long.toString(accuracy.sentences()));
    row(out, "tokens", Long.toString(accuracy.tokens()));
    row(out, "token error", percent(accuracy.tokenError(), 2));
    row(out, "precision", percent(accuracy.precision(), 2));
    row(out, "recall", percent(accuracy.recall(), 2));
    row(out, "F1", percent(accuracy.f1(), 2));

    row(out, "nll", number("%.4f", calibration.nll()));
    row(out, "ece", number("%.4f", calibration.ece()));
    String ofSegments = "%.4f (%.4f by chance alone)";
    row(
        out,
        "ece segments",
        format(ofSegments, calibration.segmentEce(), calibration.segmentEceByChance()));

    row(
        out,
        "F1 at 80 %",
        percent(mostCertain.f1At80(), 2) + " of the text, the most certain sentences");
    row(
        out,
        "",
        percent(mostCertain.segmentF1At80(), 2) + " of the segments, the most certain ones");

    if (promise != null) {
      row(out, "promise", promise.text());
      if (promise.status() != null) {
        row(out, "", "without gold labels: " + promise.status());
      }
    }

    row(out, "tokens/s", number("%.0f", timing.tokensPerSecond()));
    row(out, "training", number("%.1f s", timing.trainSeconds()));

    long unknown = labelProblems.unknownLabelTokens();
    if (unknown > 0) {
      row(out, "unknown", plural(unknown, "token") + " with a label new to the model");
    }
    if (labelProblems.repairedLabels() > 0) {
      row(out, "repaired", plural(labelProblems.repairedLabels(), "label") + " of the file");
    }

    String onGoldTokens = out + "\n" + typeTable();
    return fromText == null ? onGoldTokens : onGoldTokens + "\n" + fromText.toText();
  }

  private String typeTable() {
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
    return TextTable.aligned(rows, 1);
  }

  private static void row(StringBuilder out, String name, String value) {
    out.append(format("%-12s %s\n", name, value));
  }

  private static String number(String format, Double value) {
    return value == null ? "unknown" : format(format, value);
  }

  /** Returns a type of segments as people read it; segments may have no type. */
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

    /** Returns the promise, what was observed, and whether it was kept. */
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
