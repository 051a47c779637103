package org.gpchain.internal.evaluation.comparison;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.plural;

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
 * Two labellers on the same texts.
 *
 * @param texts each text and, if there are several, all of them as one, named {@code all}
 */
public record Comparison(
    String first, String second, int resamples, long seed, List<TextComparison> texts)
    implements JsonResult {
  /**
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
          format(
              "%s: %s, %s%n",
              text.text(), plural(text.sentences(), "sentence"), plural(text.tokens(), "token")));
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
                + " (%s, seed %d). better, worse: %s is; tie: the interval contains 0.",
            first, second, plural(resamples, "resample"), seed, first);
  }

  /**
   * The sentences of which the two find different segments, as columns with tabs: word, gold label,
   * label of the first, label of the second. A line before each says which it is.
   *
   * @param compared what they have labelled
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
    SentenceScore ofFirst = text.first().get(n);
    SentenceScore ofSecond = text.second().get(n);
    out.append(
        format(
            "# %s, sentence %d: %s; %s\n",
            text.name(), n + 1, phrase(first, ofFirst), phrase(second, ofSecond)));
    List<String> words = text.words().get(n);
    SpanCodec codec = SpanCodec.of(text.scheme());
    List<String> gold = codec.encode(ofFirst.gold(), words.size());
    List<String> one = codec.encode(ofFirst.predicted(), words.size());
    List<String> other = codec.encode(ofSecond.predicted(), words.size());
    out.append(TextTable.ofTokens(List.of(words, gold, one, other)));
  }

  private static String phrase(String name, SentenceScore score) {
    SpanCounts counts = score.segments();
    int wrong = counts.predicted() - counts.correct();
    return format("%s finds %d of %d, with %d wrong", name, counts.correct(), counts.gold(), wrong);
  }

  /**
   * A metric of two labellers.
   *
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
   * McNemar's exact test (1947): whether two labellers get equally many sentences entirely right.
   * Only sentences count that one of them gets right and the other one does not; if the labellers
   * are equally good, each of these is as likely to be one's as the other's.
   *
   * @param onlyFirst number of sentences of which only the first labeller finds exactly the gold
   *     segments
   * @param onlySecond the same of the second one
   * @param p probability of a split at least as uneven as this, by chance; 1 if there are none
   */
  public record McNemar(int onlyFirst, int onlySecond, double p) {
    static McNemar of(ComparedText text) {
      int[] only = new int[2];
      for (int n = 0; n < text.first().size(); n++) {
        boolean first = text.first().get(n).isRight();
        if (first != text.second().get(n).isRight()) {
          only[first ? 0 : 1]++;
        }
      }
      return of(only[0], only[1]);
    }

    static McNemar of(int onlyFirst, int onlySecond) {
      int k = Math.min(onlyFirst, onlySecond);
      // P(X ≤ k) for X ~ Binomial(n, 1/2).
      double tail = RegularizedBeta.value(0.5, onlyFirst + onlySecond - k, k + 1);
      return new McNemar(onlyFirst, onlySecond, Math.min(1, 2 * tail));
    }
  }
}
