package org.gpchain.evaluation;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.percent;

import org.gpchain.core.predict.Promise;
import org.gpchain.evaluation.EvaluationResult.PromiseScore;
import org.gpchain.evaluation.SegmentScores.SegmentScore;

/** An evaluation as text for people, the same in every locale. */
public final class EvaluationTable {
  private static final String TYPE_ROW = "%-12s %9s %9s %9s %8s %10s %8s\n";

  private EvaluationTable() {}

  /** All figures, and a table of the types of segments. */
  public static String of(EvaluationResult result) {
    StringBuilder out = new StringBuilder();
    row(out, "sentences", Long.toString(result.sentences()));
    row(out, "tokens", Long.toString(result.tokens()));
    row(out, "token error", percent(result.tokenError(), 2));
    row(out, "precision", percent(result.precision(), 2));
    row(out, "recall", percent(result.recall(), 2));
    row(out, "F1", percent(result.f1(), 2));
    row(out, "nll", number("%.4f", result.nll()));
    row(out, "ece", number("%.4f", result.ece()));
    row(
        out,
        "ece segments",
        number("%.4f", result.segmentEce())
            + number(" (%.4f by chance alone)", result.segmentEceByChance()));
    row(
        out,
        "F1 at 80 %",
        percent(result.f1At80(), 2) + " of the text, the most certain sentences");
    row(out, "", percent(result.segmentF1At80(), 2) + " of the segments, the most certain ones");
    if (result.promise() != null) {
      row(out, "promise", promise(result.promise()));
    }
    row(out, "tokens/s", number("%.0f", result.tokensPerSecond()));
    row(out, "training", number("%.1f s", result.trainSeconds()));
    if (result.unknownLabelTokens() > 0) {
      row(out, "unknown", result.unknownLabelTokens() + " tokens with a label new to the model");
    }
    if (result.repairedLabels() > 0) {
      row(out, "repaired", result.repairedLabels() + " labels of the file");
    }
    out.append('\n');
    out.append(
        format(TYPE_ROW, "type", "precision", "recall", "F1", "gold", "predicted", "correct"));
    result.byType().forEach((type, score) -> typeRow(out, type, score));
    return out.toString();
  }

  private static void row(StringBuilder out, String name, String value) {
    out.append(format("%-12s %s\n", name, value));
  }

  private static String promise(PromiseScore score) {
    return format(
        "%s: %s %s, %s",
        score.promise(),
        percent(score.observed(), 2),
        score.promise().kind() == Promise.Kind.MAX_ERROR ? "wrong" : "found",
        score.kept() ? "kept" : "broken");
  }

  private static void typeRow(StringBuilder out, String type, SegmentScore score) {
    out.append(
        format(
            TYPE_ROW,
            nameOf(type),
            percent(score.precision(), 2),
            percent(score.recall(), 2),
            percent(score.f1(), 2),
            score.gold(),
            score.predicted(),
            score.correct()));
  }

  /** A type of segments as people read it; segments may have no type. */
  public static String nameOf(String type) {
    return type.isEmpty() ? "(no type)" : type;
  }

  private static String number(String format, Double value) {
    return value == null ? "unknown" : format(format, value);
  }
}
