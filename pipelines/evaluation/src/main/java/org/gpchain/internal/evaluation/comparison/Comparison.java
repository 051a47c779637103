package org.gpchain.internal.evaluation.comparison;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.plural;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.RegularizedBeta;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.internal.evaluation.JsonResult;
import org.gpchain.internal.evaluation.TextTable;
import org.gpchain.internal.evaluation.comparison.ComparedText.SentenceScore;
import org.gpchain.internal.evaluation.comparison.PairedBootstrap.Difference;

/**
 * The comparison of two labellers on the same texts.
 *
 * @param first name of the first labeller
 * @param second name of the second labeller
 * @param resamples number of bootstrap resamples
 * @param seed seed of the bootstrap
 * @param texts the comparison on each text; if there are several texts, also on their
 *     concatenation, which is named {@code all}
 */
public record Comparison(
    String first, String second, int resamples, long seed, List<TextComparison> texts)
    implements JsonResult {
  /**
   * Compares two labellers.
   *
   * @param first name of the first labeller
   * @param second name of the second labeller
   * @param texts texts that both have labeled, at least one
   * @param bootstrap computes the confidence intervals
   */
  public static Comparison of(
      String first, String second, List<ComparedText> texts, PairedBootstrap bootstrap) {
    List<TextComparison> comparisons = new ArrayList<>();
    for (ComparedText text : texts) {
      comparisons.add(TextComparison.of(text, bootstrap));
    }
    if (texts.size() > 1) {
      ComparedText joined = ComparedText.join("all", texts);
      comparisons.add(TextComparison.of(joined, bootstrap));
    }
    return new Comparison(first, second, bootstrap.resamples(), bootstrap.seed(), comparisons);
  }

  /**
   * Returns a table for each text and an explanation as human-readable text. It does not depend on
   * the locale.
   */
  public String toText() {
    StringBuilder out = new StringBuilder();
    for (TextComparison text : texts) {
      append(text, out);
    }
    String explanation =
        "Differences are %s less %s, with 95 %% intervals by a paired bootstrap over%nsentences"
            + " (%s, seed %d). better, worse: %s is; tie: the interval contains 0.";
    String drawn = plural(resamples, "resample");
    return out + format(explanation, first, second, drawn, seed, first);
  }

  private void append(TextComparison text, StringBuilder out) {
    String sentences = plural(text.sentences(), "sentence");
    String tokens = plural(text.tokens(), "token");
    out.append(format("%s: %s, %s%n", text.text(), sentences, tokens));

    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("", first, second, "difference", "interval", "verdict"));
    for (Metric metric : Metric.values()) {
      MetricDifference difference = text.figures().get(metric.key);
      if (difference != null) {
        rows.add(difference.row(metric));
      }
    }
    out.append(TextTable.aligned(rows, 1));

    McNemar right = text.rightSentences();
    out.append(
        format(
            "Sentences entirely right: %d of %s only, %d of %s only (McNemar: p = %.2g)%n%n",
            right.onlyFirst(), first, right.onlySecond(), second, right.p()));
  }

  /**
   * Returns the sentences in which the two labellers found different segments. Each sentence has
   * tab-separated columns: word, gold label, label of the first, label of the second labeller. A
   * comment line before it names the sentence.
   *
   * @param compared the texts that were compared
   */
  public String differences(List<ComparedText> compared) {
    StringBuilder out = new StringBuilder();
    for (ComparedText text : compared) {
      for (int n = 0; n < text.first().size(); n++) {
        if (!text.first().get(n).predicted().equals(text.second().get(n).predicted())) {
          append(text, n, out);
        }
      }
    }
    return out.toString();
  }

  private void append(ComparedText text, int n, StringBuilder out) {
    SentenceScore firstScore = text.first().get(n);
    SentenceScore secondScore = text.second().get(n);
    String firstPhrase = phrase(first, firstScore);
    String secondPhrase = phrase(second, secondScore);
    out.append(
        format("# %s, sentence %d: %s; %s\n", text.name(), n + 1, firstPhrase, secondPhrase));

    List<String> words = text.words().get(n);
    SpanCodec codec = SpanCodec.of(text.scheme());
    List<String> gold = codec.encode(firstScore.gold(), words.size());
    List<String> firstLabels = codec.encode(firstScore.predicted(), words.size());
    List<String> secondLabels = codec.encode(secondScore.predicted(), words.size());
    out.append(TextTable.ofTokens(List.of(words, gold, firstLabels, secondLabels)));
  }

  private static String phrase(String name, SentenceScore score) {
    SpanCounts counts = score.segments();
    int wrong = counts.predicted() - counts.correct();
    return format("%s finds %d of %d, with %d wrong", name, counts.correct(), counts.gold(), wrong);
  }

  /** A confidence interval. In JSON, its ends are fields of the object around it. */
  public record Interval(double low, double high) {}

  /**
   * The values of a metric for two labellers.
   *
   * @param first value for the first labeller
   * @param second value for the second labeller
   * @param difference {@code first − second}
   * @param interval the difference's 95 % interval
   * @param verdict {@code better} or {@code worse} if the first labeller is better or worse than
   *     the second; {@code tie} if the interval contains 0
   */
  public record MetricDifference(
      double first,
      double second,
      double difference,
      @JsonUnwrapped Interval interval,
      String verdict) {
    static MetricDifference of(Metric metric, ComparedText text, PairedBootstrap bootstrap) {
      double[][] first = sums(metric, text.first());
      double[][] second = sums(metric, text.second());
      Difference difference = bootstrap.difference(first, second, metric::ofSums);
      int[] sentences = IntStream.range(0, first.length).toArray();
      return new MetricDifference(
          metric.ofSums(PairedBootstrap.sum(first, sentences)),
          metric.ofSums(PairedBootstrap.sum(second, sentences)),
          difference.value(),
          new Interval(difference.low(), difference.high()),
          verdict(metric, difference));
    }

    private static String verdict(Metric metric, Difference difference) {
      if (difference.isTie()) {
        return "tie";
      }
      boolean isHigher = difference.low() > 0;
      boolean isHigherBetter = metric == Metric.F1;
      return isHigher == isHigherBetter ? "better" : "worse";
    }

    private static double[][] sums(Metric metric, List<SentenceScore> sentences) {
      return sentences.stream().map(score -> score.sums().get(metric)).toArray(double[][]::new);
    }

    private List<String> row(Metric metric) {
      String plain = "%.4f";
      String signed = "%+.4f";
      double unit = 1;
      if (metric.isShare) {
        plain = "%.2f";
        signed = "%+.2f";
        unit = 100;
      }
      return List.of(
          metric.title,
          format(plain, unit * first),
          format(plain, unit * second),
          format(signed, unit * difference),
          format(signed + " to " + signed, unit * interval.low(), unit * interval.high()),
          verdict);
    }
  }

  /**
   * The comparison of two labellers on a text.
   *
   * @param text name of the text
   * @param sentences number of sentences
   * @param tokens number of tokens
   * @param rightSentences test of whether one labeller gets more sentences entirely right
   * @param figures metrics by their JSON names; metrics that a labeller does not have are absent
   */
  public record TextComparison(
      String text,
      int sentences,
      long tokens,
      McNemar rightSentences,
      Map<String, MetricDifference> figures) {
    static TextComparison of(ComparedText text, PairedBootstrap bootstrap) {
      Map<String, MetricDifference> figures = new LinkedHashMap<>();
      // All sentences have the same metrics.
      for (Metric metric : text.first().get(0).sums().keySet()) {
        figures.put(metric.key, MetricDifference.of(metric, text, bootstrap));
      }
      long tokens = text.first().stream().mapToLong(SentenceScore::tokens).sum();
      return new TextComparison(
          text.name(), text.first().size(), tokens, McNemar.of(text), figures);
    }
  }

  /**
   * McNemar's exact test (1947) of whether two labellers get equally many sentences entirely right.
   * Only the sentences count that exactly one of the labellers gets right. If the labellers are
   * equally good, either of them is equally likely to be the one that gets such a sentence right.
   *
   * @param onlyFirst number of sentences that only the first labeller gets entirely right
   * @param onlySecond number of sentences that only the second labeller gets entirely right
   * @param p two-sided p-value: probability of a split at least as uneven, by chance; 1 if no
   *     sentence counts
   */
  public record McNemar(int onlyFirst, int onlySecond, double p) {
    static McNemar of(ComparedText text) {
      int onlyFirst = 0;
      int onlySecond = 0;
      for (int n = 0; n < text.first().size(); n++) {
        boolean isFirstRight = text.first().get(n).isRight();
        boolean isSecondRight = text.second().get(n).isRight();
        if (isFirstRight && !isSecondRight) {
          onlyFirst++;
        } else if (isSecondRight && !isFirstRight) {
          onlySecond++;
        }
      }
      return of(onlyFirst, onlySecond);
    }

    static McNemar of(int onlyFirst, int onlySecond) {
      int k = Math.min(onlyFirst, onlySecond);
      // P(X ≤ k) for X ~ Binomial(n, 1/2).
      double tail = RegularizedBeta.value(0.5, onlyFirst + onlySecond - k, k + 1);
      return new McNemar(onlyFirst, onlySecond, Math.min(1, 2 * tail));
    }
  }
}
