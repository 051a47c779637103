package org.gpchain.internal.evaluation;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.percent;
import static org.gpchain.core.text.Numbers.plural;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import org.gpchain.core.decode.NoveltyCount;
import org.gpchain.core.promise.Promise;
import org.gpchain.core.promise.PromiseCheck.Status;
import org.gpchain.core.text.SpanCounts;

/**
 * The metrics of an evaluation. Shares are in [0, 1]. In JSON, the components of the nested records
 * are fields of one flat object.
 *
 * @param accuracy accuracy of the decoded labels and segments
 * @param calibration quality of the probabilities
 * @param mostCertain accuracy after the least certain fifth is withheld
 * @param timing durations of tagging and training
 * @param byType counts of segments by type
 * @param promise the error guarantee and whether it was kept; null without a guarantee
 * @param labelProblems gold labels that the model or the scheme doesn't know
 * @param fromText metrics of an evaluation from raw text; null if there was none
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
   * Accuracy of the decoded labels and segments.
   *
   * @param sentences number of sentences
   * @param tokens number of tokens
   * @param tokenError share of tokens whose decoded label is wrong
   * @param segments scores of the decoded segments
   * @param novelty accuracy on sentences that are unlike the training text; null if the model does
   *     not measure it
   */
  public record Accuracy(
      int sentences,
      long tokens,
      double tokenError,
      @JsonUnwrapped PrecisionRecall segments,
      @JsonInclude(JsonInclude.Include.NON_NULL) NoveltyScore novelty) {}

  /**
   * Quality of the probabilities.
   *
   * @param nll mean −log marginal probability of the gold label of a token (nats); null if the
   *     model knows the gold label of no token
   * @param ece expected calibration error of the likeliest label of a token, over 15 bins; null if
   *     {@code nll} is null
   * @param segmentEce expected calibration error of the probabilities of predicted segments, over
   *     15 bins; 0 without predicted segments
   * @param segmentEceByChance mean of {@code segmentEce} for a perfectly calibrated model; it grows
   *     as the number of segments shrinks
   */
  public record Calibration(Double nll, Double ece, double segmentEce, double segmentEceByChance) {}

  /**
   * Accuracy after the least certain fifth is withheld.
   *
   * @param f1At80 F1 on the sentences whose tokens have the lowest mean entropy, up to 80 % of all
   *     tokens; the other sentences are withheld with their gold segments
   * @param segmentF1At80 F1 of the most probable 80 % of the predicted segments; the other
   *     predicted segments are withheld, as are the gold segments that overlap only withheld ones
   */
  public record MostCertain(double f1At80, double segmentF1At80) {}

  /**
   * Durations of tagging and training.
   *
   * @param tokensPerSecond speed of tagging, including feature extraction
   * @param trainSeconds duration of the training (seconds); null if unknown
   */
  public record Timing(double tokensPerSecond, Double trainSeconds) {}

  /**
   * Gold labels that the model or the scheme doesn't know.
   *
   * @param unknownLabelTokens number of tokens whose gold label the model does not know; these
   *     tokens count as errors and are excluded from nll and ece
   * @param repairedLabels number of illegal transitions between gold labels in the file
   */
  public record LabelProblems(long unknownLabelTokens, long repairedLabels) {}

  /** Returns a copy that contains the metrics of an evaluation from raw text. */
  public EvaluationResult withFromText(RawTextResult result) {
    return new EvaluationResult(
        accuracy, calibration, mostCertain, timing, byType, promise, labelProblems, result);
  }

  /** Returns all metrics and a table of the segment types as human-readable text. */
  public String toText() {
    StringBuilder out = new StringBuilder();
    appendAccuracy(out);
    appendCalibration(out);
    appendMostCertain(out);
    appendPromise(out);
    appendNovelty(out);
    appendRow(out, "tokens/s", number("%.0f", timing.tokensPerSecond()));
    appendRow(out, "training", number("%.1f s", timing.trainSeconds()));
    appendLabelProblems(out);
    out.append('\n').append(typeTable());
    if (fromText != null) {
      out.append('\n').append(fromText.toText());
    }
    return out.toString();
  }

  private void appendAccuracy(StringBuilder out) {
    appendRow(out, "sentences", Long.toString(accuracy.sentences()));
    appendRow(out, "tokens", Long.toString(accuracy.tokens()));
    appendRow(out, "token error", percent(accuracy.tokenError(), 2));
    appendRow(out, "precision", percent(accuracy.segments().precision(), 2));
    appendRow(out, "recall", percent(accuracy.segments().recall(), 2));
    appendRow(out, "F1", percent(accuracy.segments().f1(), 2));
  }

  private void appendCalibration(StringBuilder out) {
    appendRow(out, "nll", number("%.4f", calibration.nll()));
    appendRow(out, "ece", number("%.4f", calibration.ece()));
    double segmentEce = calibration.segmentEce();
    double byChance = calibration.segmentEceByChance();
    appendRow(out, "ece segments", format("%.4f (%.4f by chance alone)", segmentEce, byChance));
  }

  private void appendMostCertain(StringBuilder out) {
    String sentenceF1 = percent(mostCertain.f1At80(), 2);
    appendRow(out, "F1 at 80 %", sentenceF1 + " of the text, the most certain sentences");
    String segmentF1 = percent(mostCertain.segmentF1At80(), 2);
    appendRow(out, "", segmentF1 + " of the segments, the most certain ones");
  }

  private void appendPromise(StringBuilder out) {
    if (promise == null) {
      return;
    }
    appendRow(out, "guarantee", promise.text());
    if (promise.status() != null) {
      appendRow(out, "", "without gold labels: " + promise.status());
    }
  }

  private void appendNovelty(StringBuilder out) {
    NoveltyScore novelty = accuracy.novelty();
    if (novelty != null) {
      appendRow(out, "novelty", novelty.text());
      appendRow(out, "", novelty.f1Text());
    }
  }

  private void appendLabelProblems(StringBuilder out) {
    long unknown = labelProblems.unknownLabelTokens();
    if (unknown > 0) {
      appendRow(out, "unknown", plural(unknown, "token") + " with a label new to the model");
    }
    long repaired = labelProblems.repairedLabels();
    if (repaired > 0) {
      appendRow(out, "repaired", plural(repaired, "label") + " of the file");
    }
  }

  private String typeTable() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("type", "precision", "recall", "F1", "gold", "predicted", "correct"));
    for (Map.Entry<String, SpanCounts> entry : byType.entrySet()) {
      SpanCounts counts = entry.getValue();
      rows.add(
          List.of(
              nameOf(entry.getKey()),
              percent(counts.precision(), 2),
              percent(counts.recall(), 2),
              percent(counts.f1(), 2),
              Integer.toString(counts.gold()),
              Integer.toString(counts.predicted()),
              Integer.toString(counts.correct())));
    }
    return TextTable.aligned(rows, 1);
  }

  private static void appendRow(StringBuilder out, String name, String value) {
    out.append(format("%-12s %s\n", name, value));
  }

  private static String number(String format, Double value) {
    if (value == null) {
      return "unknown";
    }
    return format(format, value);
  }

  /** Returns the display name of a segment type: the type itself, or "(no type)" if it is empty. */
  public static String nameOf(String type) {
    if (type.isEmpty()) {
      return "(no type)";
    }
    return type;
  }

  /**
   * Accuracy on sentences that are unlike the training text.
   *
   * @param sentences number of sentences whose novelty was measured
   * @param unlike number of sentences whose novelty is above the limit
   * @param limit limit of the novelty
   * @param f1OfUnlike F1 on sentences above the limit; null if there are none
   * @param f1OfOthers F1 on the other sentences
   */
  public record NoveltyScore(
      long sentences, long unlike, double limit, Double f1OfUnlike, double f1OfOthers) {
    /** Returns the number of sentences that are unlike the training text, as text. */
    public String text() {
      NoveltyCount count = new NoveltyCount(sentences, unlike);
      return count.summary(OptionalDouble.of(limit)).orElseThrow();
    }

    /** Returns the F1 as text. */
    public String f1Text() {
      String others = percent(f1OfOthers, 2);
      if (f1OfUnlike == null) {
        return "F1 on the others: " + others;
      }
      return "F1 on them: " + percent(f1OfUnlike, 2) + ", on the others: " + others;
    }
  }

  /**
   * A promise and whether it was kept.
   *
   * @param promise the promise
   * @param observed for a promise about errors, the share of the written segments that are wrong;
   *     for a promise about recall, the share of the gold segments that were found as segments or
   *     as alternatives; null if there is no such segment
   * @param kept whether the promise was kept; null if {@code observed} is null
   * @param status result of the check that needs no gold labels, on the same text; null without a
   *     check
   */
  public record PromiseScore(Promise promise, Double observed, Boolean kept, Status status) {
    /**
     * Compares a promise with the observed share.
     *
     * @param written counts of the segments that were written
     * @param found number of gold segments that were found as segments or as alternatives
     * @param status result of the check that needs no gold labels; null without a check
     */
    static PromiseScore of(Promise promise, SpanCounts written, long found, Status status) {
      boolean limitsErrors = limitsErrors(promise);
      int total = limitsErrors ? written.predicted() : written.gold();
      if (total == 0) {
        return new PromiseScore(promise, null, null, status);
      }

      double observed;
      if (limitsErrors) {
        observed = 1 - (double) written.correct() / total;
      } else {
        observed = (double) found / total;
      }
      return new PromiseScore(promise, observed, promise.isKeptBy(observed), status);
    }

    private static boolean limitsErrors(Promise promise) {
      return promise.kind() == Promise.Kind.MAX_ERROR;
    }

    /** Returns the promise, the observed share, and whether the promise was kept, as text. */
    public String text() {
      if (observed == null) {
        return promise + ": unknown, because there are no such segments";
      }
      String verb = limitsErrors(promise) ? "wrong" : "found";
      String verdict = kept ? "kept" : "broken";
      return format("%s: %s %s, %s", promise, percent(observed, 2), verb, verdict);
    }
  }
}
