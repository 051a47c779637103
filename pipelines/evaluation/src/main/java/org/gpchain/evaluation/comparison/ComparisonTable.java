package org.gpchain.evaluation.comparison;

import static org.gpchain.core.text.Numbers.format;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.evaluation.TextTable;
import org.gpchain.evaluation.comparison.Comparison.MetricDifference;
import org.gpchain.evaluation.comparison.Comparison.TextComparison;

/** A comparison as text for people, the same in every locale. */
public final class ComparisonTable {
  private ComparisonTable() {}

  /** A table for each text, and what it means. */
  public static String of(Comparison comparison) {
    StringBuilder out = new StringBuilder();
    for (TextComparison text : comparison.texts()) {
      out.append(
          format("%s: %d sentences, %d tokens%n", text.text(), text.sentences(), text.tokens()));
      out.append(TextTable.aligned(rows(comparison, text), 1));
      out.append(rightSentences(comparison, text.rightSentences())).append(System.lineSeparator());
    }
    return out.append(
            format(
                "Differences are %s less %s, with 95 %% intervals by a paired bootstrap over%n"
                    + "sentences (%d resamples, seed %d). better, worse: %s is; tie: the interval"
                    + " contains 0.",
                comparison.first(),
                comparison.second(),
                comparison.resamples(),
                comparison.seed(),
                comparison.first()))
        .toString();
  }

  private static String rightSentences(Comparison comparison, McNemar of) {
    return format(
        "Sentences entirely right: %d of %s only, %d of %s only (McNemar: p = %.2g)%n",
        of.onlyFirst(), comparison.first(), of.onlySecond(), comparison.second(), of.p());
  }

  private static List<List<String>> rows(Comparison comparison, TextComparison text) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of("", comparison.first(), comparison.second(), "difference", "interval", "verdict"));
    for (Metric metric : Metric.ALL) {
      MetricDifference of = text.figures().get(metric.key());
      if (of != null) {
        rows.add(row(metric, of));
      }
    }
    return rows;
  }

  private static List<String> row(Metric metric, MetricDifference of) {
    String plain = metric.isShare() ? "%.2f" : "%.4f";
    String signed = metric.isShare() ? "%+.2f" : "%+.4f";
    double unit = metric.isShare() ? 100 : 1;
    return List.of(
        metric.title(),
        format(plain, unit * of.first()),
        format(plain, unit * of.second()),
        format(signed, unit * of.difference()),
        format(signed + " to " + signed, unit * of.low(), unit * of.high()),
        of.verdict());
  }
}
