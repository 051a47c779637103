package org.gpchain.experiments.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.gpchain.core.math.Checks;
import org.gpchain.core.text.SpanCounts;

/**
 * How far the difference between the F1 of two taggers may be due to the choice of the test
 * sentences: both are scored on the same sentences, drawn with replacement again and again (Efron
 * and Tibshirani 1993, chapter 13; for taggers, Berg-Kirkpatrick et al. 2012).
 *
 * @param resamples number of draws of a whole test set, at least 1,000
 * @param seed of the draws
 */
public record PairedBootstrap(int resamples, long seed) {
  private static final int MIN_RESAMPLES = 1_000;

  /** Share of the resamples that lie below the interval; as many lie above it. */
  private static final double TAIL = 0.025;

  /** Checks the number of resamples. */
  public PairedBootstrap {
    Checks.atLeast("resamples", resamples, MIN_RESAMPLES);
  }

  /**
   * A difference between two figures.
   *
   * @param value on the test sentences themselves
   * @param low lower end of the 95 % interval
   * @param high upper end of the 95 % interval
   */
  public record Difference(double value, double low, double high) {
    /** Whether the interval contains 0: the test sentences do not tell the taggers apart. */
    public boolean isTie() {
      return low <= 0 && high >= 0;
    }

    /** Such as {@code tie +0.07 (-0.09 to +0.22)}, in percentage points. */
    public String text() {
      return String.format(
          Locale.ROOT,
          "%s%+.2f (%+.2f to %+.2f)",
          isTie() ? "tie " : "",
          100 * value,
          100 * low,
          100 * high);
    }
  }

  /**
   * F1 of {@code first} minus F1 of {@code second}.
   *
   * @param first counts of each test sentence, at least one sentence
   * @param second counts of the same sentences in the same order
   */
  public Difference f1Difference(List<SpanCounts> first, List<SpanCounts> second) {
    int n = first.size();
    Checks.atLeast("number of sentences", n, 1);
    Checks.length("counts of the second tagger", second.size(), n, "[sentences]");
    return interval(n, sentences -> f1(first, sentences) - f1(second, sentences));
  }

  /**
   * The mean of {@code first} minus that of {@code second}, over what sentences are made of.
   *
   * @param first sums of each sentence, at least one sentence; not modified
   * @param second sums of the same sentences in the same order; not modified
   * @param counts how many numbers each sum has; not modified
   */
  public Difference meanDifference(double[] first, double[] second, int[] counts) {
    Checks.length("sums of the second tagger", second.length, first.length, "[sentences]");
    Checks.length("counts", counts.length, first.length, "[sentences]");
    return interval(
        first.length,
        sentences -> {
          double sum = 0;
          long count = 0;
          for (int sentence : sentences) {
            sum += first[sentence] - second[sentence];
            count += counts[sentence];
          }
          return count == 0 ? 0 : sum / count;
        });
  }

  private Difference interval(int n, ToDoubleFunction<int[]> difference) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] differences = new double[resamples];
    for (int r = 0; r < resamples; r++) {
      differences[r] = difference.applyAsDouble(random.ints(n, 0, n).toArray());
    }
    Arrays.sort(differences);
    int tail = (int) (TAIL * resamples);
    int[] all = new int[n];
    Arrays.setAll(all, i -> i);
    return new Difference(
        difference.applyAsDouble(all), differences[tail], differences[resamples - 1 - tail]);
  }

  private static double f1(List<SpanCounts> counts, int[] sentences) {
    SpanCounts sum = new SpanCounts();
    for (int sentence : sentences) {
      SpanCounts one = counts.get(sentence);
      sum.add(one.gold(), one.predicted(), one.correct());
    }
    return sum.f1();
  }
}
