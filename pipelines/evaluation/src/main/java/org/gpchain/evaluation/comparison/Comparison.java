package org.gpchain.evaluation.comparison;

import static org.gpchain.core.text.Numbers.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.gpchain.evaluation.JsonResult;
import org.gpchain.evaluation.TextTable;
import org.gpchain.evaluation.comparison.PairedBootstrap.Difference;

/**
 * Two labellers on the same texts.
 *
 * @param first name of one
 * @param second name of the other
 * @param resamples of the bootstrap
 * @param seed of the bootstrap
 * @param texts each text and, if there are several, all of them as one, named {@code all}
 */
public record Comparison(
    String first, String second, int resamples, long seed, List<TextComparison> texts)
    implements JsonResult {
  /**
   * Compares.
   *
   * @param texts at least one
   * @param bootstrap that makes the intervals
   */
  public static Comparison of(
      String first, String second, List<ComparedText> texts, PairedBootstrap bootstrap) {
    List<ComparedText> all = new ArrayList<>(texts);
    if (texts.size() > 1) {
      all.add(ComparedText.join("all", texts));
    }
    return new Comparison(
        first,
        second,
        bootstrap.resamples(),
        bootstrap.seed(),
        all.stream().map(text -> TextComparison.of(text, bootstrap)).toList());
  }

  /** A table for each text, and what it means, the same in every locale. */
  public String toText() {
    StringBuilder out = new StringBuilder();
    for (TextComparison text : texts) {
      out.append(
          format("%s: %d sentences, %d tokens%n", text.text(), text.sentences(), text.tokens()));
      List<List<String>> rows = new ArrayList<>();
      rows.add(List.of("", first, second, "difference", "interval", "verdict"));
      for (Metric metric : Metric.values()) {
        if (text.figures().containsKey(metric.key)) {
          rows.add(text.figures().get(metric.key).row(metric));
        }
      }
      out.append(TextTable.aligned(rows, 1));
      McNemar right = text.rightSentences();
      out.append(
          format(
              "Sentences entirely right: %d of %s only, %d of %s only (McNemar: p = %.2g)%n%n",
              right.onlyFirst(), first, right.onlySecond(), second, right.p()));
    }
    return out
        + format(
            "Differences are %s less %s, with 95 %% intervals by a paired bootstrap over%nsentences"
                + " (%d resamples, seed %d). better, worse: %s is; tie: the interval contains 0.",
            first, second, resamples, seed, first);
  }

  /**
   * A metric of two labellers.
   *
   * @param first that of the first
   * @param second that of the second
   * @param difference the first less the second
   * @param low lower end of the difference's 95 % interval
   * @param high upper end of it
   * @param verdict {@code better} or {@code worse} if the first is, {@code tie} if the interval
   *     contains 0
   */
  public record MetricDifference(
      double first, double second, double difference, double low, double high, String verdict) {
    static MetricDifference of(Metric metric, ComparedText text, PairedBootstrap bootstrap) {
      double[][] first = sums(metric, text.first());
      double[][] second = sums(metric, text.second());
      Difference difference = bootstrap.difference(first, second, metric::ofSums);
      int[] all = IntStream.range(0, first.length).toArray();
      boolean isHigher = difference.low() > 0;
      return new MetricDifference(
          metric.ofSums(PairedBootstrap.sum(first, all)),
          metric.ofSums(PairedBootstrap.sum(second, all)),
          difference.value(),
          difference.low(),
          difference.high(),
          difference.isTie() ? "tie" : isHigher == (metric == Metric.F1) ? "better" : "worse");
    }

    private static double[][] sums(Metric metric, List<SentenceScore> sentences) {
      return sentences.stream().map(score -> score.sums().get(metric)).toArray(double[][]::new);
    }

    private List<String> row(Metric metric) {
      String plain = metric.isShare ? "%.2f" : "%.4f";
      String signed = metric.isShare ? "%+.2f" : "%+.4f";
      double unit = metric.isShare ? 100 : 1;
      return List.of(
          metric.title,
          format(plain, unit * first),
          format(plain, unit * second),
          format(signed, unit * difference),
          format(signed + " to " + signed, unit * low, unit * high),
          verdict);
    }
  }

  /**
   * Two labellers on a text.
   *
   * @param text its name
   * @param sentences number of sentences
   * @param tokens number of tokens
   * @param rightSentences whether sentences entirely right are more of one's than of the other's
   * @param figures by their names; without those that a labeller does not have
   */
  public record TextComparison(
      String text,
      int sentences,
      long tokens,
      McNemar rightSentences,
      Map<String, MetricDifference> figures) {
    static TextComparison of(ComparedText text, PairedBootstrap bootstrap) {
      Map<String, MetricDifference> figures = new LinkedHashMap<>();
      for (Metric metric : Metric.values()) {
        if (text.has(metric)) {
          figures.put(metric.key, MetricDifference.of(metric, text, bootstrap));
        }
      }
      return new TextComparison(
          text.name(), text.first().size(), text.tokens(), McNemar.of(text), figures);
    }
  }
}
