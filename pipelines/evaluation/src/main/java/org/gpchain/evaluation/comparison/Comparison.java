package org.gpchain.evaluation.comparison;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.gpchain.evaluation.JsonResult;
import org.gpchain.evaluation.comparison.PairedBootstrap.Difference;

/**
 * Two labellers on the same texts.
 *
 * @param first name of one
 * @param second name of the other
 * @param resamples of the bootstrap
 * @param seed of the bootstrap
 * @param texts each text and, if there are several, all of them as one, named {@link #ALL}
 */
public record Comparison(
    String first, String second, int resamples, long seed, List<TextComparison> texts)
    implements JsonResult {
  /** Name of all texts as one. */
  public static final String ALL = "all";

  /**
   * Compares.
   *
   * @param first name of one labeller
   * @param second name of the other
   * @param texts at least one
   * @param bootstrap that makes the intervals
   */
  public static Comparison of(
      String first, String second, List<ComparedText> texts, PairedBootstrap bootstrap) {
    List<ComparedText> all = new ArrayList<>(texts);
    if (texts.size() > 1) {
      all.add(ComparedText.join(ALL, texts));
    }
    return new Comparison(
        first,
        second,
        bootstrap.resamples(),
        bootstrap.seed(),
        all.stream().map(text -> TextComparison.of(text, bootstrap)).toList());
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
      double[][] first = metric.sums(text.first());
      double[][] second = metric.sums(text.second());
      Difference difference = bootstrap.difference(first, second, metric::ofSums);
      int[] all = IntStream.range(0, first.length).toArray();
      return new MetricDifference(
          metric.ofSums(PairedBootstrap.sum(first, all)),
          metric.ofSums(PairedBootstrap.sum(second, all)),
          difference.value(),
          difference.low(),
          difference.high(),
          verdict(difference, metric.isMerit()));
    }

    private static String verdict(Difference difference, boolean isMerit) {
      if (difference.isTie()) {
        return "tie";
      }
      return difference.low() > 0 == isMerit ? "better" : "worse";
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
      for (Metric metric : Metric.ALL) {
        if (metric.isKnownOf(text)) {
          figures.put(metric.key(), MetricDifference.of(metric, text, bootstrap));
        }
      }
      return new TextComparison(
          text.name(), text.first().size(), text.tokens(), McNemar.of(text), figures);
    }
  }
}
